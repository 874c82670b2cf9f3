/** Rockchip's SoCs that have an NPU, with its cores. */
export const ROCKCHIP_SOCS: Readonly<Record<string, number>> = {
  RK3588: 3,
  RK3576: 2,
  RK3568: 1,
  RK3566: 1,
  RK3562: 1,
  RV1126B: 1,
}

/** Rockchip's coprocessors, with their memory in bytes. */
export const ROCKCHIP_CARDS: Readonly<Record<string, number>> = { RK1820: 2560 * 2 ** 20, RK1828: 5120 * 2 ** 20 }

/** One of these cards, while nobody tells which. */
export const UNTOLD_CARD = 'RK182x'

/** Qualcomm's SoCs by `soc_id`, as the kernel's `qcom,ids.h` numbers them. */
export const QUALCOMM_SOCS: Readonly<Record<number, string>> = {
  449: 'SC8280XP',
  455: 'QRB5165',
  457: 'SM8450',
  487: 'SC7280',
  519: 'SM8550',
  534: 'SA8775P',
  555: 'X1E80100',
  557: 'SM8650',
  618: 'SM8750',
  667: 'QCS9100',
  674: 'QCS8300',
  675: 'QCS8275',
  676: 'QCS9075',
  690: 'SA8797P',
}

/** Chips that `hardware.chip` may name, where a machine doesn't tell of its own: containers hide the device tree. */
export const NAMED_CHIPS: readonly string[] = [
  ...Object.keys(ROCKCHIP_SOCS),
  ...Object.keys(ROCKCHIP_CARDS),
  ...Object.values(QUALCOMM_SOCS),
]
