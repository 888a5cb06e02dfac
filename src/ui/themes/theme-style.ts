import type {Rgb} from '../../color.ts';
import type {Tone} from '../../present/line.ts';

type Emphasis = 'bold' | 'dim' | 'underline' | 'inverse';

/** What each tone looks like in a theme. */
export type ThemeStyle = {
	/** Used with and without colours. */
	readonly emphasis: Partial<Readonly<Record<Tone, Emphasis>>>;
	/** Numbers of the terminal's sixteen colours. Undefined for a theme without colours. */
	readonly colors?: Partial<Readonly<Record<Tone, number>>>;
	/** Colours of its own, which replace `colors` on a background on which all of them are easy to read. */
	readonly own?: ReadonlyArray<Partial<Readonly<Record<Tone, Rgb>>>>;
};
