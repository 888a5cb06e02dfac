import type {OpenApp} from './open.ts';

/** Returns every text that was sent to the clipboard of the terminal, in order. */
export const copiedTexts = ({terminal}: OpenApp): readonly string[] =>
	[...terminal.writes.join('').matchAll(/\u001B\]52;c;([\w+/=]*)\u0007/g)].map(([, content = '']) =>
		Buffer.from(content, 'base64').toString(),
	);
