import {jumpTo, moveBy, pageBy} from '../../store/state/movement.ts';
import type {Binding, ReadOnlyBinding} from '../contexts.ts';

/** A step through a list or a document: a number of rows, a number of pages, or to an end. */
export type Step = {readonly rows: number} | {readonly pages: number} | {readonly to: 'first' | 'last'};

const steps: ReadonlyArray<Pick<Binding, 'id' | 'keys' | 'label'> & {readonly step: Step}> = [
	{id: 'down', keys: ['down', 'j'], label: 'down', step: {rows: 1}},
	{id: 'up', keys: ['up', 'k'], label: 'up', step: {rows: -1}},
	{id: 'page-down', keys: ['pageDown'], label: 'page down', step: {pages: 1}},
	{id: 'page-up', keys: ['pageUp'], label: 'page up', step: {pages: -1}},
	{id: 'half-page-down', keys: ['ctrl+d'], label: 'half a page down', step: {pages: 0.5}},
	{id: 'half-page-up', keys: ['ctrl+u'], label: 'half a page up', step: {pages: -0.5}},
	{id: 'first-row', keys: ['g', 'home'], label: 'first row', step: {to: 'first'}},
	{id: 'last-row', keys: ['G', 'end'], label: 'last row', step: {to: 'last'}},
];

/** Returns the movement bindings, with `run` as the handler for each step. */
export const movementKeys = (run: (step: Step) => Binding['run']): readonly ReadOnlyBinding[] =>
	steps.map(({step, ...binding}) => ({...binding, run: run(step)}));

/** The movement keys of a list. */
export const movementBindings = movementKeys(
	step =>
		({store}) =>
			store.change((state, now) => {
				if ('rows' in step) return moveBy(state, step.rows);
				return 'pages' in step ? pageBy(state, step.pages) : jumpTo(state, step.to, now);
			}),
);

/** The movement keys of a list while text is typed: the arrows and PgUp/PgDn, without letters. */
export const travelKeys: readonly Binding[] = movementBindings
	.slice(0, 4)
	.map(binding => ({...binding, keys: binding.keys.slice(0, 1)}));
