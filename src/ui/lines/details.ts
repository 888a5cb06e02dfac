import {cells, plain, type SafeText, safe} from '../../base/text.ts';
import {type Field, fieldLines} from '../../present/fields.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {scrolled, scrollMarkWidth} from './text-lines.ts';

export function detailLines(fields: readonly Field[], width: number, height: number): readonly Line[] {
	const lines = fieldLines(fields, fields.length > height ? width - scrollMarkWidth : width);
	return scrolled(lines, {top: 0, height, width}, line => line);
}

export function linesBeside(title: SafeText, fields: readonly Line[], height: number): readonly Line[] {
	const rule: SafeSpan = {text: plain`│ `, tone: 'quiet'};
	const lines: readonly Line[] = title === '' ? fields : [[{text: title, tone: 'strong'}], [], ...fields];
	return Array.from({length: height}, (_, index) => [rule, ...(lines[index] ?? [])]);
}

/** `key` shows the rest if the details do not fit. */
export function ruleLine(width: number, key?: SafeText): Line {
	const rule = (length: number) => '─'.repeat(Math.max(0, length));
	const text = key === undefined ? '' : ` ${key} for more `;
	const end = key === undefined ? 0 : 2;
	return [{text: safe(`${rule(width - cells(safe(text)) - end)}${text}${rule(end)}`, width), tone: 'quiet'}];
}
