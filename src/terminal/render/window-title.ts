import {cut, type SafeText} from '../../text.ts';

export type Title = {
	/** Shows a title. Writes only if it differs from the one shown. */
	readonly set: (text: SafeText) => void;
	/** Gives the window back the title that it had before the first `set`. */
	readonly restore: () => void;
};

const widestTitle = 120;

/** The title of the terminal's window, kept on the terminal's own stack meanwhile. Does nothing where there is no terminal. */
export function createTitle(stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): Title {
	let shown: SafeText | undefined;

	return {
		set(text) {
			if (!stdout.isTTY || text === shown) return;
			const keep = shown === undefined ? '\u001B[22;0t' : '';
			shown = text;
			stdout.write(`${keep}\u001B]2;${cut(text, widestTitle)}\u0007`);
		},

		restore() {
			if (shown === undefined) return;
			shown = undefined;
			stdout.write('\u001B[23;0t');
		},
	};
}
