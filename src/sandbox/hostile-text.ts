/*
Text that breaks terminals, tables or readers. Every hidden character is written as an escape, so that this file is safe to read.
*/

/** Clears the screen, moves the cursor, sets the title, writes the clipboard, rings the bell. */
export const controlText = '\u001b[2J\u001b[1;1H\u001b]0;owned\u0007\u001b]52;c;cm0gLXJmIC8=\u0007\u001bc\u0007';

/** Displays `exe.txt` reversed, and opens a bidi isolate that is never closed. */
export const reversed = '\u202eexe.txt\u2066site';

/** One letter with 200 combining marks. */
export const stackedMarks = `z${'\u0301\u0336\u0488\u035c'.repeat(50)}algo`;

/** Latin, Cyrillic and Greek letters that look alike. */
export const mixedScript = 'p\u0430yp\u0430l-l\u03bfgin';

export const longText = 'very-long-'.repeat(400);

export const hostileNames: readonly [string, ...string[]] = [
	`clear${controlText}screen`,
	reversed,
	stackedMarks,
	mixedScript,
	longText,
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

export const hostileUrls: readonly [string, ...string[]] = [
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
