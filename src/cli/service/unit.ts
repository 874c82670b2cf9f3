export interface UnitOptions {
  /** The program and its arguments, each as it is. */
  readonly command: readonly string[]
  /** For the machine, under a user of its own; else for one user. */
  readonly system: boolean
  /** What running requests get at shutdown, in seconds. */
  readonly drainSeconds: number
}

/** Beyond the drain, for engines to end and files to close. */
const STOP_MARGIN_SECONDS = 15

/** A systemd unit (systemd.service(5)): reloads on SIGHUP, is restarted after a failure, gains no privileges. */
export function systemdUnit({ command, system, drainSeconds }: UnitOptions): string {
  return [
    '[Unit]',
    'Description=Trivet inference server',
    'After=network-online.target',
    'Wants=network-online.target',
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${command.map(quoted).join(' ')}`,
    'ExecReload=/bin/kill -HUP $MAINPID',
    'Restart=on-failure',
    'RestartSec=2',
    // The server ends its engines itself, once their requests are over.
    'KillMode=mixed',
    `TimeoutStopSec=${drainSeconds + STOP_MARGIN_SECONDS}`,
    'LimitNOFILE=65536',
    'NoNewPrivileges=yes',
    'PrivateTmp=yes',
    'ProtectSystem=full',
    'ProtectControlGroups=yes',
    'ProtectKernelTunables=yes',
    'RestrictSUIDSGID=yes',
    ...(system
      ? ['DynamicUser=yes', 'StateDirectory=trivet', 'Environment=TRIVET_HOME=/var/lib/trivet', 'ProtectHome=read-only']
      : []),
    '',
    '[Install]',
    `WantedBy=${system ? 'multi-user.target' : 'default.target'}`,
    '',
  ].join('\n')
}

/** One argument, with nothing in it that systemd would read: quotes, specifiers, variables. */
function quoted(argument: string): string {
  const plain = argument.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w@%+=:,./$-]+$/.test(plain) ? plain : `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
