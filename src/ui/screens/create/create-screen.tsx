import {currentScreen} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {FormView} from '../../components/form-view.tsx';
import {useView} from '../../runtime.tsx';

const fields = {name: {label: plain`name`, hint: plain`what the project is called`}};

/** A new project: the interface asks for a name and nothing else. */
export function CreateScreen() {
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
