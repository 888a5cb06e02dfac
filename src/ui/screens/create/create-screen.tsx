import {currentScreen} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import {FormView} from '../../components/form-view.tsx';
import {selectNothing} from '../../keys/binding.ts';
import {typeText} from '../../keys/text-keys.ts';
import {useView} from '../../runtime.tsx';
import {createKeys} from './keys.ts';

const fields = {name: {label: plain`name`, hint: plain`required`}};

/** The form for a new project. The API requires only a name. */
function CreateScreen() {
	const view = useView();
	const screen = currentScreen(view.state);
	if (screen.name !== 'create') return null;
	return (
		<FormView
			{...view}
			title={plain`New project`}
			form={screen.form}
			fields={fields}
			sending={plain`Adding the project`}
		/>
	);
}

export const createScreen = {
	title: 'New project',
	mainScreen: 'projects',
	selects: selectNothing,
	keys: createKeys,
	component: CreateScreen,
	isTyping: true,
	onText: typeText,
} as const;
