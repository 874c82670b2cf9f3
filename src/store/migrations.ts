import { type Database, transaction } from './database.ts'

/**
 * The steps from an empty file to today's tables. A step that was released is never changed: what is to be different
 * is a further step.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE responses (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    body BLOB NOT NULL
  );
  CREATE INDEX responses_by_age ON responses (created_ms);
  CREATE TABLE response_items (
    id TEXT NOT NULL,
    response INTEGER NOT NULL REFERENCES responses ON DELETE CASCADE,
    PRIMARY KEY (id, response)
  ) WITHOUT ROWID;
  CREATE INDEX response_items_by_response ON response_items (response);`,
  `CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hint TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    facts TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER,
    revoked_ms INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE key_usage (
    key TEXT PRIMARY KEY,
    requests INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    latency_ms INTEGER NOT NULL,
    last_used_ms INTEGER NOT NULL
  ) WITHOUT ROWID;`,
  `CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    record TEXT NOT NULL
  ) WITHOUT ROWID;`,
  `CREATE TABLE benchmarks (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    body TEXT NOT NULL
  );`,
  `CREATE TABLE notes (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) WITHOUT ROWID;`,
  `CREATE TABLE chats (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    settings TEXT NOT NULL,
    leaf TEXT
  );
  CREATE INDEX chats_by_owner ON chats (owner, updated_ms, sequence);
  CREATE TABLE chat_turns (
    chat INTEGER NOT NULL REFERENCES chats ON DELETE CASCADE,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (chat, id)
  );`,
  // What was measured before there were prompt sizes and answers side by side compares with nothing since.
  'DELETE FROM benchmarks;',
]

/** Takes the steps that this file has not taken yet. Throws when a newer Trivet has taken more than are known here. */
export function migrate(database: Database, steps: readonly string[] = MIGRATIONS): void {
  const taken = stepsTaken(database)
  if (taken > steps.length) {
    throw new Error(`it was written by a newer Trivet (step ${taken}, known here: ${steps.length})`)
  }
  for (const [index, step] of steps.entries()) {
    if (index < taken) continue
    transaction(database, () => {
      database.exec(step)
      database.exec(`PRAGMA user_version = ${index + 1}`)
    })
  }
}

/** Steps that the file has behind it; 0: it is new. */
export function stepsTaken(database: Database): number {
  return Number(database.all('PRAGMA user_version')[0]?.user_version ?? 0)
}
