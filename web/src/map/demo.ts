/** The map without a server, for development: `npm run dev`, then /src/map/demo.html?light=attack&battle=Germany … */

import { mount } from 'svelte';
import '../theme.css';
import '../lib/theme.svelte';
import Demo from './Demo.svelte';

const target = document.getElementById('app');
if (target) mount(Demo, { target });
