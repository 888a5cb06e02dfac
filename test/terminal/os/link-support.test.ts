import {expect, test} from 'vitest';
import {colorSupport} from '../../../src/terminal/os/color-support.ts';

const hasLinks = (environment: Readonly<Record<string, string>>, choice: 'auto' | 'never' = 'auto') =>
	colorSupport({TERM: 'xterm-256color', ...environment}, choice).hasLinks;

test.each([
	{TERM_PROGRAM: 'iTerm.app'},
	{TERM_PROGRAM: 'WezTerm'},
	{TERM_PROGRAM: 'vscode'},
	{TERM: 'xterm-kitty'},
	{TERM: 'alacritty'},
	{VTE_VERSION: '7600'},
	{WT_SESSION: 'a'},
	{FORCE_HYPERLINK: '1'},
])('links are shown by a terminal with %o', environment => {
	expect(hasLinks(environment)).toBe(true);
});

test.each([
	{},
	{TERM_PROGRAM: 'Apple_Terminal'},
	{VTE_VERSION: '5000'},
	{TERM: 'linux', WT_SESSION: 'a'},
	{TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/tmux'},
	{TERM: 'screen-256color', VTE_VERSION: '7600'},
	{TERM: 'xterm-kitty', STY: '1'},
	{TERM: 'xterm-kitty', FORCE_HYPERLINK: '0'},
])('links are not written to a terminal with %o', environment => {
	expect(hasLinks(environment)).toBe(false);
});

test('without colours there are no links', () => {
	expect(hasLinks({TERM: 'xterm-kitty'}, 'never')).toBe(false);
});
