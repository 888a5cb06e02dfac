import type {Size} from '../../store/state.ts';

export const defaultWidth = 80;

/** The lines and columns that a box takes besides its content: border and padding. */
export const border = 2;
export const padding = 1;

/** How much of a line there is for what is in a dialog. */
export const contentWidth = (size: Size, width = defaultWidth): number =>
	Math.max(1, boxWidth(size, width) - border - 2 * padding);
/** How wide a dialog is. Where there is room, some of the screen stays in view on both sides. */
export const boxWidth = ({columns}: Size, width: number): number =>
	Math.min(width, columns > 50 ? columns - 4 : columns);
