import fc from 'fast-check';

/** Names that break terminals, tables or readers. Hidden characters are escapes, so this file is safe to read. */
export const hostileNames: readonly string[] = [
	// Clears the screen, moves the cursor, sets the title, writes the clipboard, rings the bell.
	'clear\u001b[2J\u001b[1;1H\u001b]0;owned\u0007\u001b]52;c;cm0gLXJmIC8=\u0007\u001bc\u0007screen',
	// Looks like `exe.txt` backwards, and opens a bidi isolate that is never closed.
	'\u202eexe.txt\u2066site',
	`z${'\u0301\u0336\u0488\u035c'.repeat(50)}algo`,
	// Latin, Cyrillic and Greek letters that look alike.
	'p\u0430yp\u0430l-l\u03bfgin',
	'very-long-'.repeat(400),
	'two\nlines\r\nand a half\rover',
	'\u0000\u0001\u0002\u0008\u0008\u007f\u0085\u009b31m\u009d0;c1\u009c',
	'\u001b]8;;https://evil.example\u001b\\click me\u001b]8;;\u001b\\',
	'\u001b_Gf=100;AAAA\u001b\\\u001bPq#0\u001b\\\u001b^secret\u001b\\',
	'\u001b[?1049l\u001b[?25l\u001b[?1003h',
	'zero\u200bwidth\u200c\u200d\u2060\ufeff',
	'日本語のとても長いプロジェクト名前',
	'프로젝트 한국어 이름',
	'👩‍👩‍👧‍👦👨🏿‍🚀🏳️‍🌈🇫🇮🇯🇵',
	'\u202bעברית\u202c مشروع',
	'  spaces before and after  ',
	'\t\ttabs\ttabs',
	'',
	' ',
	'\u200b',
	'\u2028line\u2029paragraph',
	'half \ud83d a surrogate \udc4d',
	'%s %d %n \u0024{jndi} {{7*7}} $(reboot) `id`',
	'--help',
	'../../etc/passwd',
	'__proto__',
	'null',
	'=HYPERLINK("https://evil.example")',
	'\u0e33\u0e33\u0e33 \u0b95\u0bcd\u0bb7 \u1100\u1161\u11a8',
	'𝕱𝖗𝖆𝖐𝖙𝖚𝖗 ｆｕｌｌｗｉｄｔｈ ﷽',
];

const hostileUrls: readonly string[] = [
	'javascript:alert(document.cookie)',
	'file:///etc/passwd',
	'https://evil.example/\u001b]8;;https://other.example\u0007',
	'https://user:password@evil.example/',
	'https://p\u0430yp\u0430l.example/',
	'https://good.example\u202e/moc.elpmaxe',
	`https://evil.example/${'a'.repeat(9000)}`,
	'https://evil.example/ --new-window; reboot',
	'-a Calculator',
	'https://evil.example/\r\nSet-Cookie: a=b',
	'not an address',
	'',
];

export const hostileTexts: readonly string[] = [
	...hostileNames,
	...hostileUrls,
	// Colours, cursor movement, erasing, scrolling, a saved cursor, insert mode, resets.
	...['\u001b[31;1mred', '\u001b[999D\u001b[5A', '\u001b[2J\u001b[3J', '\u001b[1;3r\u001b[9T'],
	...['\u001b7\u001b8\u001b[s', '\u001b[4h\u001b[20h', '\u001bc', '\u001b[!p', '\u001b#8'],
	...['\u001b[1@\u001b[9P\u001b[9X', '\u001b[5i\u001b[?5i'],
	// Queries: terminal type, cursor position, modes, settings, size, title.
	...['\u001b[c', '\u001b[>c', '\u001b[=c', '\u001b[5n', '\u001b[6n', '\u001b[?6n', '\u001b[?25$p', '\u001bZ'],
	...[
		'\u0005',
		'\u001bP$qm\u001b\\',
		'\u001bP+q544e\u001b\\',
		'\u001b[18t',
		'\u001b[21t',
		'\u001b[>q',
		'\u001b[?u',
		'\u001b[x',
	],
	// Modes: mouse, keypad, line wrapping, cursor, alternate screen, bracketed paste, 132 columns.
	...['\u001b[?1000h\u001b[?1003;1006h', '\u001b[?1h\u001b=', '\u001b[?7h', '\u001b[?25h', '\u001b[?1049l'],
	...[
		'\u001b[?2004l',
		'\u001b[?3h',
		'\u001b[?5h',
		'\u001b[?6h',
		'\u001b[?45h',
		'\u001b[?2026h',
		'\u001b[>1u',
		'\u001b[>4;2m',
	],
	// Titles, working directory, links, notifications, colours, clipboard, images.
	...['\u001b]0;owned\u0007', '\u001b]1;owned\u0007', '\u001b]2;owned\u001b\\', '\u001bkowned\u001b\\'],
	...['\u001b[22;0t', '\u001b]7;file:///etc\u0007', '\u001b]8;id=1;file:///etc/passwd\u0007x\u001b]8;;\u0007'],
	...['\u001b]9;hello\u0007', '\u001b]777;notify;a;b\u0007', '\u001b]99;;hello\u001b\\', '\u001b]9;4;1;50\u0007'],
	...['\u001b]1337;File=:AAAA\u0007', '\u001b]10;?\u0007', '\u001b]4;1;?\u001b\\', '\u001b]11;#ff0000\u0007'],
	...['\u001b]52;c;?\u0007', '\u001b]52;c;cm0=\u0007', '\u001b]0;a title that never ends'],
	...['\u001bPq a picture that never ends', '\u001b_a command that never ends'],
	...[
		'\u001bPtmux;\u001b\u001b]0;owned\u0007\u001b\\',
		'\u001b^private\u001b\\',
		'\u001bXstring\u001b\\',
		'\u001b[',
		'\u001b',
	],
	// One-byte (C1) control sequences, and control characters that move the cursor or ring the bell.
	...['\u009b2J', '\u009d0;owned\u009c', '\u0090q\u009c', '\u009fx\u009c', '\u009bc', '\u0084\u0085\u008d'],
	...['\u0007\u0007', 'over\rwritten', 'back\b\b\b\bspace', 'up\u000bdown\u000c', '\u000e\u000f', 'a\u0000b\u007fc'],
	...['\u0018\u001a', '\n\n\n', '\t'],
	// Text direction, zero-width characters, combining characters, wide and joined characters, extreme lengths.
	...['\u202e\u202d\u202b', '\u2066\u2067\u2068\u2069', '\u200e\u200f\u061c', '\u200b\u200c\u2060\ufeff'],
	...['\u00ad\u034f\u180e', '\u{e0041}\u{e007f}', '\ufff9a\ufffab\ufffb', '\u2028\u2029', '\u3164\uffa0\u115f'],
	...['\u{1d173}', '\ue000\u{f0000}', `a${'\u0301'.repeat(200)}`, '\u0301'.repeat(200), '\u20e3\u0489', '\u{1f3fb}'],
	...['\u093f\u0d4e', 'z\u0335\u0336\u0337', '日本語の名前', 'ｗｉｄｅ', '한국어'],
	...['\u1100\u1161\u11a8', '👩‍👩‍👧‍👦', '👨🏿‍🚀'],
	...['🏳️‍🌈', '🇫🇮🇯', '1️⃣', '❤️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '﷽', 'ﾊﾟ', '\ud83d', '\udc69', '\udc69\ud83d', 'x'.repeat(10_000)],
	...['日'.repeat(10_000), '\u001b[6n'.repeat(2500), '\u0301'.repeat(10_000)],
];

/** Any characters, half of a surrogate pair included. fast-check's own takes more than a second to build. */
export const anyText = (maxLength = 10): fc.Arbitrary<string> =>
	fc.array(fc.integer({min: 0, max: 0x10_ff_ff}), {maxLength}).map(codes => String.fromCodePoint(...codes));

export const hostileText: fc.Arbitrary<string> = fc.oneof(
	fc.constantFrom(...hostileTexts),
	fc
		.array(fc.oneof(fc.constantFrom(...hostileTexts.filter(({length}) => length < 100)), anyText(6)), {
			minLength: 2,
			maxLength: 5,
		})
		.map(parts => parts.join('')),
);
