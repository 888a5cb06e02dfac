import {isSmall} from '../../../store/model/layout.ts';
import {writeText} from '../../../store/model/writes/write-intent.ts';
import {plain} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph} from '../../components/paragraph.tsx';
import {useView} from '../../runtime.tsx';
import {switchKeys} from './keys.ts';

/** How many unconfirmed changes are listed, on a small screen and on any other. */
const maxShown = {small: 1, usual: 3};

/** Reports the unconfirmed changes of a service before the user leaves it. */
function SwitchDialog() {
	const {state} = useView();
	const {connection, interface: ui, writes} = state;
	if (ui.dialog?.name !== 'switch' || !connection) return null;
	const unconfirmed = [...writes.unconfirmed.values()];
	const shownCount = isSmall(ui.size) ? maxShown.small : maxShown.usual;
	const more = unconfirmed.length - shownCount;
	return (
		<DialogBox
			title={plain`Leave ${connection.name}?`}
			tone="bad"
			facts={
				<>
					{unconfirmed.slice(0, shownCount).map(({intended}) => (
						<Paragraph key={intended.id} text={plain`We don't know whether ${writeText(intended)}.`} tone="bad" />
					))}
					{more > 0 && <Paragraph text={plain`… and ${more} more.`} tone="bad" />}
					{unconfirmed.length === 0 && <Paragraph text={plain`A change is being sent.`} tone="bad" />}
				</>
			}
		>
			<Paragraph text={plain`landfall looks for the outcome when ${connection.name} is open again.`} />
		</DialogBox>
	);
}

export const switchDialog = {title: 'Leave a service', keys: switchKeys, component: SwitchDialog};
