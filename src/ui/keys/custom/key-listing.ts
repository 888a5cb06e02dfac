import type {Binding, Layers} from '../../contexts.ts';
import {commandId, scopesOf} from '../command-ids.ts';
import {alwaysIn, anywhereIn} from '../common-keys.ts';
import {keyLabel} from '../key-label.ts';

const idWidth = 32;
const keysWidth = 28;

/** Returns a table of all bindings in force, as `landfall keys` prints it: ids, keys and what they do. A binding that several screens share is listed once. */
export function keyListing(layers: Layers): string {
	const listed = new Set<string>();
	const rowsOf = (bindings: readonly Binding[], prefix: string): readonly string[] =>
		bindings.flatMap(binding => {
			const id = commandId(binding, prefix);
			const keys = binding.keys.length === 0 ? 'none' : binding.keys.map(keyLabel).join(' ');
			const row = `  ${id.padEnd(idWidth)} ${keys.padEnd(keysWidth)} ${binding.label}`;
			if (listed.has(row)) return [];
			listed.add(row);
			return [row];
		});
	const everywhere = rowsOf([...anywhereIn(layers), ...alwaysIn(layers)], '');
	const sections = scopesOf(layers).map(({title, prefix, keys}) => ({title, rows: rowsOf(keys, prefix)}));
	return [{title: 'Everywhere', rows: everywhere}, ...sections]
		.filter(({rows}) => rows.length > 0)
		.map(({title, rows}) => [title, ...rows, ''].join('\n'))
		.join('\n');
}
