/** Example battles by edition. */

import { type Battle, empty, unpacked } from './battle';

interface Example {
  label: string;
  where: string;
  attack: string;
  defend: string;
}

const EXAMPLES: Record<string, Example[]> = {
  classic: [
    {
      label: 'Germany strikes Karelia',
      where: 'Karelia S.S.R.',
      attack: '5 infantry,2 tank,2 fighter,1 bomber',
      defend: '6 infantry,1 tank,1 fighter,1 antiaircraft_gun',
    },
    { label: 'Armor against an infantry wall', where: 'land', attack: '6 infantry,6 tank', defend: '12 infantry' },
    {
      label: 'Battleship under air attack',
      where: 'sea',
      attack: '2 fighter,1 bomber',
      defend: '1 battleship,1 transport',
    },
    {
      label: 'Sea Lion',
      where: 'amphibious',
      attack: '2 infantry,1 tank,2 fighter,1 bomber,1 battleship',
      defend: '3 infantry,2 fighter,1 antiaircraft_gun',
    },
    { label: 'Submarines hunt a battleship', where: 'sea', attack: '4 submarine', defend: '1 battleship,1 transport' },
  ],
  great_war: [
    {
      label: 'Into Poland',
      where: 'land',
      attack: '8 infantry,3 artillery,1 fighter',
      defend: '6 infantry,2 artillery',
    },
    {
      label: 'Tanks on the western front',
      where: 'land',
      attack: '10 infantry,4 artillery,3 tank,2 fighter',
      defend: '12 infantry,4 artillery,1 fighter',
    },
    {
      label: 'Jutland',
      where: 'sea',
      attack: '3 battleship,2 cruiser,2 submarine',
      defend: '3 battleship,2 cruiser,1 transport',
    },
  ],
};

export function examples(edition: string): { label: string; battle: Battle }[] {
  return (EXAMPLES[edition] ?? []).map(({ label, where, attack, defend }) => ({
    label,
    battle: { ...empty(), where, units: { attacker: unpacked(attack), defender: unpacked(defend) } },
  }));
}
