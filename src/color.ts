/** A colour as red, green and blue, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];
