import type {Binding} from '../contexts.ts';

/** A step through a list or a document: so many rows, so many screens, or to an end. */
export type Step = {readonly rows: number} | {readonly screens: number} | {readonly to: 'first' | 'last'};

const steps: ReadonlyArray<Pick<Binding, 'keys' | 'label'> & {readonly step: Step}> = [
	{keys: ['down', 'j'], label: 'down', step: {rows: 1}},
	{keys: ['up', 'k'], label: 'up', step: {rows: -1}},
	{keys: ['pageDown'], label: 'a screen down', step: {screens: 1}},
	{keys: ['pageUp'], label: 'a screen up', step: {screens: -1}},
	{keys: ['ctrl+d'], label: 'half a screen down', step: {screens: 0.5}},
	{keys: ['ctrl+u'], label: 'half a screen up', step: {screens: -0.5}},
	{keys: ['g', 'home'], label: 'first row', step: {to: 'first'}},
	{keys: ['G', 'end'], label: 'last row', step: {to: 'last'}},
];

/** The keys that move about, whatever they move. */
export const movementKeys = (run: (step: Step) => Binding['run']): readonly Binding[] =>
	steps.map(({step, ...binding}) => ({...binding, run: run(step)}));

/** The keys that move about in a list. */
export const movementBindings = movementKeys(step => ({store, clock}) => {
	if ('rows' in step) store.dispatch({type: 'moved', by: step.rows});
	else if ('screens' in step) store.dispatch({type: 'paged', screens: step.screens});
	else store.dispatch({type: 'jumped-to-end', to: step.to, at: clock.now()});
});

/** The keys that move about in a list while letters are typed. */
export const travelKeys: readonly Binding[] = movementBindings
	.slice(0, 4)
	.map(binding => ({...binding, keys: binding.keys.slice(0, 1)}));
