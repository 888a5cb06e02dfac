import {cut, type SafeText} from '../base/text.ts';
import type {Output} from './output.ts';

const maxTitleWidth = 120;

/** Returns a handle for the window title. The original title is kept on the terminal's own title stack. */
export function createTitle(output: Pick<Output, 'write'>) {
	let shown: SafeText | undefined;

	return {
		/** Sets the title. Writes only if it changed. */
		set(text: SafeText) {
			if (text === shown) return;
			const push = shown === undefined ? '\u001B[22;0t' : '';
			shown = text;
			output.write(`${push}\u001B]2;${cut(text, maxTitleWidth)}\u0007`);
		},

		/** Restores the title from before the first `set`. */
		restore() {
			if (shown === undefined) return;
			shown = undefined;
			output.write('\u001B[23;0t');
		},
	};
}
