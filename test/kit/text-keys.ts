import {type ESTree, parseSync, Visitor} from 'rolldown/utils';

/** Which calls make an object whose keys are texts that were not written in the source. */
const makers = new Set(['fromEntries', 'groupBy']);

const isText = (type: ESTree.TSType | undefined): boolean =>
	type?.type === 'TSStringKeyword' || (type?.type === 'TSUnionType' && type.types.some(isText));

/**
Finds objects that are keyed by texts of any kind: their types, the expressions that make them, and `in`.

Such an object also answers to `constructor` and whatever else it inherits, and loses `__proto__`. Without these types the compiler lets no text be looked up in an object, except in one that is written where it is looked up in.
*/
export function objectsKeyedByText(file: string, source: string): readonly string[] {
	const found: string[] = [];
	const note = ({start, end}: ESTree.Span) => found.push(source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 60));
	new Visitor({
		TSTypeReference(node) {
			const {typeName, typeArguments} = node;
			const isRecord = typeName.type === 'Identifier' && typeName.name === 'Record';
			if (isRecord && isText(typeArguments?.params[0])) note(node);
		},
		TSIndexSignature(node) {
			if (node.parameters.some(({typeAnnotation}) => isText(typeAnnotation.typeAnnotation))) note(node);
		},
		Property(node) {
			if (node.computed && node.key.type !== 'Literal') note(node);
		},
		MemberExpression(node) {
			const {object} = node;
			const looked = object.type === 'ParenthesizedExpression' ? object.expression : object;
			if (node.computed && looked.type === 'ObjectExpression') note(node);
		},
		BinaryExpression(node) {
			if (node.operator === 'in' && node.left.type !== 'Literal') note(node);
		},
		CallExpression(node) {
			const {callee} = node;
			if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return;
			const isMaker = callee.property.type === 'Identifier' && makers.has(callee.property.name);
			if (isMaker && callee.object.name === 'Object') note(node);
		},
	}).visit(parseSync(file, source).program);
	return found;
}
