import {Text} from 'ink';
import Spinner from 'ink-spinner';
import {useEffect, useState} from 'react';
import {useRuntime} from '../runtime.tsx';
import {Overlay} from './overlay.tsx';

/** Shorter waits are over before anybody has looked. */
const slowMs = 200;

/** Turns in the place of the sign before what is being read, once that takes a while. */
export function SlowReadSpinner() {
	const {theme, desk} = useRuntime();
	const [isSlow, setIsSlow] = useState(false);
	useEffect(() => desk.clock.after(slowMs, () => setIsSlow(true)), [desk]);
	if (!isSlow) return null;
	return (
		<Overlay position="absolute" top={1} left={2} width={1} height={1}>
			<Text {...(theme.hasColor && {color: 'cyan'})}>
				<Spinner type={theme.isAscii ? 'line' : 'dots'} />
			</Text>
		</Overlay>
	);
}
