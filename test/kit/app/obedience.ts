import type {Terminal} from '@xterm/headless';
import {expect} from 'vitest';

/** Everything that landfall itself writes: modes, the title, colours, movements, erasing, regions, the question for the background, the bell, the clipboard and notices. */
const own = new RegExp(
	[
		String.raw`\u001B\[\?(?:7|25|1004|1049|2004|2026|2031)[hl]`,
		String.raw`\u001B\[2[23];0t`,
		String.raw`\u001B\]2;(?:[✖◐]\d+ )*landfall\u0007`,
		String.raw`\u001B\[[\d;]*[HmKGr]`,
		String.raw`\u001BM`,
		String.raw`\u001B\]11;\?\u001B\\`,
		String.raw`\u001B\]52;c;[\w+/=]*\u0007`,
		String.raw`\u0007?\u001B\]9;landfall: \P{C}*\u0007\u001B\]777;notify;[^\p{C};]*;[^\p{C};]*\u0007`,
		String.raw`\n`,
	].join('|'),
	'gu',
);

const forbidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Characters that steer or hide and that landfall did not mean to write. */
const strayCharacters = (written: string): readonly string[] =>
	(written.replaceAll(own, '').match(forbidden) ?? []).map(sign => (sign.codePointAt(0) ?? 0).toString(16));

/** Notices everything that an emulator does besides showing text, from now on. */
export function watchObedience(emulator: Terminal) {
	const replies: string[] = [];
	const titles = new Set<string>();
	emulator.onData(data => replies.push(data));
	emulator.onTitleChange(title => titles.add(title));
	return {
		/** Fails where the terminal has obeyed anybody but landfall. */
		expectNone(writes: readonly string[]) {
			expect(strayCharacters(writes.join(''))).toEqual([]);
			expect(replies).toEqual([]);
			expect([...titles].filter(title => !/^(?:[✖◐]\d+ )*landfall$/.test(title))).toEqual([]);
			expect(emulator.buffer.active.type).toBe('alternate');
			expect(emulator.modes).toMatchObject({
				applicationCursorKeysMode: false,
				applicationKeypadMode: false,
				bracketedPasteMode: true,
				insertMode: false,
				mouseTrackingMode: 'none',
				originMode: false,
				reverseWraparoundMode: false,
				sendFocusMode: true,
				wraparoundMode: false,
			});
		},
	};
}
