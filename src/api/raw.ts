import {type SafeText, safe} from '../text.ts';
import type {Received} from './request.ts';

/** A record as it was sent, to look into: JSON, a line each. */
export type RawRecord = {
	readonly lines: readonly SafeText[];
	readonly status: number;
	readonly requestId: SafeText | undefined;
};

/** Longer than any record makes sense; what follows is left out and counted. */
const most = {lines: 500, letters: 2000};

/** What a terminal would obey or hide, as the code points that it is: `\u{202e}`. */
const escaped = (line: string): string =>
	line.replace(
		/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
		sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
	);

/** `redact` takes out what must not be shown. */
export function rawRecord({json, status, requestId}: Received, redact: (text: string) => string): RawRecord {
	const lines = redact(JSON.stringify(json, null, 2) ?? '').split('\n');
	const shown = lines.slice(0, most.lines).map(line => safe(escaped(line), most.letters));
	const left = lines.length - shown.length;
	return {lines: left > 0 ? [...shown, safe(`… ${left} more lines`)] : shown, status, requestId};
}
