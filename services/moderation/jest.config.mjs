import { projects } from '../../jest.preset.mjs';

export default projects();
