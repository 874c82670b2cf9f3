/** What Qualcomm calls the NPU of its chips. */
export const HEXAGON = 'Hexagon'
