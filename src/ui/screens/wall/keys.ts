import type {ReadOnlyBinding} from '../../contexts.ts';

export const wallKeys: readonly ReadOnlyBinding[] = [
	{keys: ['esc', 'q'], label: 'leave', isHinted: true, run: ({store}) => store.dispatch({type: 'went-back'})},
];
