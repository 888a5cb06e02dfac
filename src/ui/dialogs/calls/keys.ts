import {callHead, callLine} from '../../../present/call.ts';
import {plain} from '../../../text.ts';
import {closeDialog} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {scrolling} from '../help/keys.ts';

export const callsKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', '!', 'q', 'enter']},
	...scrolling,
	{
		keys: ['y', 'Y'],
		label: 'copy all of them',
		isHinted: true,
		blocked: ({calls}) => (calls.made === 0 ? 'There is none' : undefined),
		run: ({copy}, {calls: {latest}}) => copy([callHead, ...latest.map(callLine)], plain`${latest.length} calls`),
	},
];
