import {cut, type SafeText} from '../base/text.ts';

const maxTitleWidth = 120;

/** Returns a handle for the window title. The original title is kept on the terminal's own title stack. Does nothing without a terminal. */
export function createTitle(stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
	let shown: SafeText | undefined;

	return {
		/** Sets the title. Writes only if it changed. */
		set(text: SafeText) {
			if (!stdout.isTTY || text === shown) return;
			const push = shown === undefined ? '\u001B[22;0t' : '';
			shown = text;
			stdout.write(`${push}\u001B]2;${cut(text, maxTitleWidth)}\u0007`);
		},

		/** Restores the title from before the first `set`. */
		restore() {
			if (shown === undefined) return;
			shown = undefined;
			stdout.write('\u001B[23;0t');
		},
	};
}
