import { useState, type ReactElement } from 'react'
import { mdfeFields } from '../../../core/fields/nfe/mdfe'
import { mdfeLife } from '../../../core/lifecycle/mdfe'
import { OPEN_DAYS, openSince, openView } from '../../../core/lifecycle/mdfe-open'
import { pathOf } from '../../../core/access'
import { needOf } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { DocumentTable } from '../../ui/documents/document-table'
import { stateViews } from '../../ui/documents/state'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { isRecord, numberOf, recordsOf, textOf, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import type { SavedView } from '../../ui/table/table-state'
import { useLoaded } from '../../ui/use-loaded'
import { KIND } from './kind'

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

/** Asks for the closing of one that the authority has open. */
async function close({ chMDFe, nProt }: Values): Promise<void> {
  const number = Number(textOf(chMDFe).slice(25, 34))
  const text = 'O encerramento é enviado à SEFAZ. A viagem dele terminou?'
  if (!(await confirm({ title: `Encerrar o MDF-e ${number}?`, text, action: 'Encerrar' }))) return
  try {
    await post(`${KIND.resource}/encerraChave`, { chMDFe, nProt })
    announce(KIND.resource)
    toast.success('Encerramento enviado à SEFAZ.')
  } catch (error) {
    toast.error(error, 'Não foi possível encerrar')
  }
}

/** One that nobody closed: ours leads to itself, that of another system is closed by its key. */
function Open({ of }: { readonly of: Values }): ReactElement {
  const id = numberOf(of.mdfe_id)
  const key = textOf(of.chMDFe)
  return (
    <li className="lines-tools">
      <span>
        MDF-e {Number(key.slice(25, 34))} · série {Number(key.slice(22, 25))}
        {id === null ? ' · de outro sistema' : ''}
      </span>
      {id === null ? null : (
        <Button icon="search" onClick={() => open(pathOf(KIND.name, id))}>
          Abrir
        </Button>
      )}
      <Button {...because(whyNot(needOf(KIND.right, 'edit')) ?? undefined)} onClick={() => void close(of)}>
        Encerrar
      </Button>
    </li>
  )
}

/** What the authority has open of the company, asked now. */
function NotClosed({ onClose }: { readonly onClose: () => void }): ReactElement {
  const answer = useLoaded(`${KIND.resource}/naoEncerrados`, KIND.resource)
  const rows = isRecord(answer) ? recordsOf(answer.data) : undefined
  return (
    <Dialog title="MDF-e não encerrados na SEFAZ" size="sm" onClose={onClose}>
      <div className="dialog-body stack">
        {rows === undefined ? <p className="field-help">Consultando a SEFAZ…</p> : null}
        {rows?.length === 0 ? <p>A SEFAZ não tem MDF-e aberto desta empresa.</p> : null}
        <ul className="stack">
          {(rows ?? []).map((row) => (
            <Open key={textOf(row.chMDFe)} of={row} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
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
