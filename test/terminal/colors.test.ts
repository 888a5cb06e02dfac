import {expect, test} from 'vitest';
import {colorSupport} from '../../src/terminal/environment.ts';

test.each<[environment: Readonly<Record<string, string>>, hasLinks: boolean]>([
	[{TERM_PROGRAM: 'iTerm.app'}, true],
	[{TERM_PROGRAM: 'WezTerm'}, true],
	[{TERM_PROGRAM: 'vscode'}, true],
	[{TERM: 'xterm-kitty'}, true],
	[{TERM: 'alacritty'}, true],
	[{VTE_VERSION: '7600'}, true],
	[{WT_SESSION: 'a'}, true],
	[{FORCE_HYPERLINK: '1'}, true],
	[{}, false],
	[{TERM_PROGRAM: 'Apple_Terminal'}, false],
	[{VTE_VERSION: '5000'}, false],
	[{TERM: 'linux', WT_SESSION: 'a'}, false],
	[{TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/tmux'}, false],
	[{TERM: 'screen-256color', VTE_VERSION: '7600'}, false],
	[{TERM: 'xterm-kitty', STY: '1'}, false],
	[{TERM: 'xterm-kitty', FORCE_HYPERLINK: '0'}, false],
])('that a terminal with %o shows links is %s', (environment, hasLinks) => {
	const terminal = {TERM: 'xterm-256color', ...environment};
	expect(colorSupport(terminal, 'auto').hasLinks).toBe(hasLinks);
	expect(colorSupport(terminal, 'never').hasLinks).toBe(false);
});
