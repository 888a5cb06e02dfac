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
	const cell = place && {x: place.x + column, y: place.y + row};
	setCursorPosition(cell && isInView(box.current, cell) ? cell : undefined);
	return null;
}

/** Whether no box around this one cuts a cell off. */
function isInView(box: DOMElement | null, {x, y}: {readonly x: number; readonly y: number}): boolean {
	for (let around = box?.parentNode; around; around = around.parentNode) {
		const {x: left, y: top, width, height} = measureElement(around);
		const isInside = x >= left && x < left + width && y >= top && y < top + height;
		if (around.style.overflow === 'hidden' && !isInside) return false;
	}

	return true;
}
