import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { opens, prints } from '../../ui/documents/print'
import { because, useVerbs } from '../../ui/documents/use-verbs'
import { Menu } from '../../ui/menu'
import { isSet } from '../../ui/row'
import { KIND, RESOURCE } from './plan'

const SAVE_FIRST = 'Roteirização deve ser salva antes de exportar'
const NO_ROUTES = 'Calcule a roteirização antes de imprimir as rotas.'
const FREE = ['exporta', 'imprime'] as const

/** What is taken out of a plan: a workbook, and a sheet for each driver. */
export function PlanOutputs(): ReactElement {
  useSignals()
  const { record, run } = useVerbs({ ...KIND, savesFirst: [], free: FREE })
  const unsaved = record === undefined
  const unplanned = unsaved ? SAVE_FIRST : isSet(record.dhCalculo) ? undefined : NO_ROUTES
  const save = (): void =>
    unsaved
      ? toast.alert(SAVE_FIRST)
      : run(
          'exporta',
          opens((id) => `/api/${RESOURCE}/${id}/export?format=xlsx`),
        )
  const print = (): void => (unplanned === undefined ? run('imprime', prints('roteirizacao')) : toast.alert(unplanned))
  useKeys({ print })
  const items = [
    { label: 'Exportar XLSX', icon: 'export' as const, onSelect: save },
    {
      label: 'Imprimir as rotas',
      icon: 'print' as const,
      hotkey: 'print' as const,
      onSelect: print,
      ...because(unplanned),
    },
  ]
  return <Menu label="Mais" icon="more" name="Mais ações" items={items} />
}
