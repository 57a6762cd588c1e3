import { useState, type ReactElement } from 'react'
import { mdfeFields } from '../../../core/fields/nfe/mdfe'
import { mdfeLife } from '../../../core/lifecycle/mdfe'
import { OPEN_DAYS, openSince, openView } from '../../../core/lifecycle/mdfe-open'
import { Button } from '../../ui/button'
import { DocumentTable } from '../../ui/documents/document-table'
import { stateViews } from '../../ui/documents/state'
import { fieldsOf } from '../../ui/fields-of'
import type { Column } from '../../ui/table/columns'
import type { SavedView } from '../../ui/table/table-state'
import { KIND } from './kind'
import { NotClosed } from './not-closed'

const manifest = fieldsOf(mdfeFields, mdfeLife)

const columns: readonly Column[] = [
  manifest.column('nMDF', { width: 90, card: 'title' }),
  manifest.column('serie', { width: 70, card: 'none' }),
  manifest.column('dhEmi', { width: 150 }),
  manifest.column('placa', { width: 100, card: 'sub' }),
  manifest.column('UFIni', { width: 90, label: 'De' }),
  manifest.column('UFFim', { width: 90, label: 'Para' }),
  manifest.column('qNFe', { width: 80 }),
  manifest.column('vCarga', { width: 120, card: 'value' }),
  manifest.column('cStat', { width: 90 }),
  manifest.column('xMotivo', { hidden: true }),
  manifest.column('chMDFe', { hidden: true }),
  manifest.column('dhLimite', { width: 150, hidden: true }),
  manifest.column('falha_guarda', { width: 200, hidden: true }),
]

/** Views by state, and those that are open for long. */
const viewsAt = (now: number): readonly SavedView[] => [
  ...stateViews(mdfeLife),
  ...Object.values(OPEN_DAYS).map((days) => ({ name: openView(days), ...openSince(now, days) })),
]

const EMPTY = {
  text: 'O MDF-e sai da rota liberada, por “Gerar MDF-e”: um por UF de descarregamento.',
  to: { path: '/ui/expedicao/rota', label: 'Abrir Rotas' },
}

/** Manifests, ten at a time (S3-027). */
export function Manifestos(): ReactElement {
  const [asking, setAsking] = useState(false)
  const [views] = useState(() => viewsAt(Date.now()))
  return (
    <>
      <DocumentTable
        kind={KIND}
        columns={columns}
        views={views}
        pageSize={10}
        create={false}
        empty={EMPTY}
        toolbar={
          <Button icon="search" onClick={() => setAsking(true)}>
            Não encerrados
          </Button>
        }
      />
      {asking ? <NotClosed onClose={() => setAsking(false)} /> : null}
    </>
  )
}
