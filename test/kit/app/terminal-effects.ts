import type {Terminal} from '@xterm/headless';
import {expect} from 'vitest';

/** Every control sequence that landfall writes: modes, resets, title, colours, cursor movement, erasing, scroll regions, the background query, clipboard and notifications. */
const ownSequences = new RegExp(
	[
		String.raw`\u001B\[\?(?:7|25|1004|1049|2004|2026|2031)[hl]|\u001B\[\?1007[shr]`,
		String.raw`\u001B\[!p|\u001B\[\?6;69l\u001B\[4l\u001B\[r\u001B\(B\u000F`,
		String.raw`\u001B\[\?9;[\d;]+l\u001B>\u001B\[>4m\u001B\[=0u`,
		String.raw`\u001B\[2[23];0t`,
		String.raw`\u001B\]2;(?:[✖◐]\d+\+? )*landfall\u0007`,
		String.raw`\u001B\[[\d;]*[ABCEGHKmr]`,
		String.raw`\u001B[M78]`,
		String.raw`\u001B\]11;\?\u001B\\`,
		String.raw`\u001B\]52;c;[\w+/=]*\u0007`,
		String.raw`\u001B\]9;landfall: \P{C}*\u0007`,
		String.raw`\n`,
	].join('|'),
	'gu',
);

const forbidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Code points of control and invisible characters outside landfall's own sequences. */
const strayCharacters = (written: string): readonly string[] =>
	(written.replaceAll(ownSequences, '').match(forbidden) ?? []).map(character =>
		(character.codePointAt(0) ?? 0).toString(16),
	);

export function recordTerminalEffects(emulator: Terminal) {
	const replies: string[] = [];
	const titles = new Set<string>();
	emulator.onData(data => replies.push(data));
	emulator.onTitleChange(title => titles.add(title));
	return {
		expectOnlyOwn(writes: readonly string[]) {
			expect(strayCharacters(writes.join(''))).toEqual([]);
			expect(replies).toEqual([]);
			expect([...titles].filter(title => !/^(?:[✖◐]\d+\+? )*landfall$/.test(title))).toEqual([]);
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
