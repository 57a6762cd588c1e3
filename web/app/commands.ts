import { openDevices } from '../devices/open'
import { counted } from '../ui/format'
import { offered } from './offered'
import type { Hit } from './palette-search'
import { DENSITY_NAMES, THEME_NAMES } from './pref-names'
import { density, DENSITIES, theme, THEMES } from './prefs'
import { chooseCompany, lockScreen, session } from './session'
import { toast } from './toasts'

/** What the palette does beside leading to places: settings of one's own, and the verbs of what is selected. */

const command = (title: string, detail: string, run: () => void): Hit => ({ key: title, path: '', title, detail, run })

async function switchTo(id: number): Promise<void> {
  try {
    await chooseCompany(id)
  } catch (error) {
    toast.error(error)
  }
}

function companies(): readonly Hit[] {
  const now = session.peek()
  if (now.status !== 'in' || now.empresas.length < 2) return []
  return now.empresas
    .filter(({ id }) => id !== now.empresa_id)
    .map(({ id, xFant, xNome }) => command(`Trocar para ${xFant || xNome}`, 'Trocar empresa', () => void switchTo(id)))
}

/** What can be done from anywhere. */
export const commands = (): readonly Hit[] => [
  ...THEMES.map((name) =>
    command(THEME_NAMES[name], 'Aparência', () => {
      theme.value = name
    }),
  ),
  ...DENSITIES.map((name) =>
    command(DENSITY_NAMES[name], 'Aparência', () => {
      density.value = name
    }),
  ),
  ...companies(),
  command('Balanças e impressoras', 'Este computador', openDevices),
  command('Bloquear a tela', 'Sessão', () => void lockScreen()),
]

/** What can be done with the selected rows now; what cannot is left out. */
export function selectionHits(): readonly Hit[] {
  const { count, items } = offered()
  const detail = counted(count, 'registro selecionado', 'registros selecionados')
  return items.flatMap(({ label, reason, onSelect }) =>
    count === 0 || reason !== undefined ? [] : [command(label, detail, onSelect)],
  )
}
