import {expect, test} from 'vitest';
import {colorSupport, isUtf8Locale} from '../../src/terminal/environment.ts';

test.each<[environment: Readonly<Record<string, string>>, hasLinks: boolean]>([
	[{TERM_PROGRAM: 'iTerm.app'}, true],
	[{TERM_PROGRAM: 'vscode'}, true],
	[{TERM: 'xterm-kitty'}, true],
	[{TERM: 'alacritty'}, true],
	[{VTE_VERSION: '7600'}, true],
	[{WT_SESSION: 'a'}, true],
	[{FORCE_HYPERLINK: '1'}, true],
	[{}, false],
	[{TERM_PROGRAM: 'Apple_Terminal'}, false],
	[{TERM: 'linux', WT_SESSION: 'a'}, false],
	[{TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/tmux'}, false],
	[{TERM: 'screen-256color', VTE_VERSION: '7600'}, false],
	[{TERM: 'xterm-kitty', STY: '1'}, false],
	[{TERM: 'xterm-kitty', FORCE_HYPERLINK: '0'}, false],
])('a terminal with %o shows links: %s', (environment, hasLinks) => {
	const terminal = {TERM: 'xterm-256color', ...environment};
	expect(colorSupport(terminal, 'auto').hasLinks).toBe(hasLinks);
	expect(colorSupport(terminal, 'never').hasLinks).toBe(false);
});

test.each([
	[{TERM: 'xterm-256color'}, 'auto', false, true],
	[{TERM: 'xterm-256color', COLORTERM: 'truecolor'}, 'auto', true, true],
	[{TERM: 'xterm-256color', COLORTERM: 'truecolor'}, 'never', true, false],
	[{TERM: 'linux'}, 'auto', false, false],
	[{TERM: 'dumb'}, 'always', false, false],
] as const)(
	'with %o and colour %s: 24-bit colours %s, background query %s',
	(environment, choice, isTrueColor, hasBackgroundQuery) => {
		expect(colorSupport(environment, choice)).toMatchObject({isTrueColor, hasBackgroundQuery});
	},
);

test.each<[environment: Readonly<Record<string, string>>, platform: string, isUtf8: boolean]>([
	[{}, 'linux', true],
	[{LANG: 'de_DE.UTF-8'}, 'linux', true],
	[{LANG: 'C', LC_CTYPE: 'C.utf8'}, 'linux', true],
	[{LC_CTYPE: 'UTF-8'}, 'darwin', true],
	[{LC_ALL: '', LANG: 'C.UTF-8'}, 'linux', true],
	[{LANG: 'C'}, 'linux', false],
	[{LANG: 'en_US.UTF-8', LC_ALL: 'POSIX'}, 'linux', false],
	[{LANG: 'de_DE.ISO-8859-1'}, 'linux', false],
	[{LANG: 'C'}, 'win32', true],
])('the locale of %j on %s is UTF-8: %s', (environment, platform, isUtf8) => {
	expect(isUtf8Locale(environment, platform)).toBe(isUtf8);
});
