/** The child's file descriptors beyond its logs (1 and 2). All are pipes that end when either process does. */
export const FRAMES_IN = 0
export const FRAMES_OUT = 3
/** Nothing is ever written here: that it closes tells the child that the server is gone. */
export const LIFELINE = 4
