import {type DOMElement, measureElement, useCursor} from 'ink';
import {type RefObject, useEffect, useState} from 'react';
import {useNow, useStore} from '../hooks.tsx';

type CaretProps = {
	readonly box: RefObject<DOMElement | null>;
	/** Within the box, in cells. */
	readonly column: number;
	readonly row?: number;
};

/**
Puts the terminal's cursor on a cell of a box, for input methods and magnifiers.

Render it only where there is a caret. Ink has one cursor for all components: one without a caret would hide it for the others.
*/
export function Caret({box, column, row = 0}: CaretProps) {
	// Whatever changes can move the box.
	useStore();
	useNow();
	const {setCursorPosition} = useCursor();
	const [place, setPlace] = useState<{readonly x: number; readonly y: number}>();
	useEffect(() => {
		if (!box.current) return;
		const {x, y} = measureElement(box.current);
		if (x !== place?.x || y !== place.y) setPlace({x, y});
	});
	setCursorPosition(place && {x: place.x + column, y: place.y + row});
	return null;
}
