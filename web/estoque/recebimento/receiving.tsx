import { useState, type ReactElement } from 'react'
import { listPath } from '../../../core/access'
import { entradaLife } from '../../../core/lifecycle/entrada'
import { useSignals } from '@preact/signals-react/runtime'
import type { WriteRight } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Dialog } from '../../ui/dialog'
import { chipOf, whyNotVerb } from '../../ui/documents/state'
import { displayName } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { isRow, isSet, textOf, type Row } from '../../ui/row'
import { LastReading } from '../../ui/scan/last-reading'
import { allSent } from '../../ui/scan/kept-calls'
import { ScanBox } from '../../ui/scan/scan-box'
import { SoundButton } from '../../ui/scan/sound-button'
import { whyNotRead } from '../../ui/scan/why-not'
import { useLoaded } from '../../ui/use-loaded'
import { Differences, endReceiving } from './differences'
import { LastReadings, Lines, ShelfSelect, UnsentReadings } from './parts'
import { Questions } from './questions'
import { readings } from './queue'
import style from './recebimento.css' with { type: 'text' }
import { useShelves } from './use-shelves'
import { useReceiving } from './use-receiving'

addStyle(style)

const LAST = 5

/** What an entry is called while its goods are read. */
export const receivingTitle = (entry: Row): string =>
  [
    `Entrada ${textOf(entry.id)}`,
    isSet(entry.nNF) ? `NF ${textOf(entry.nNF)}` : '',
    displayName(entry.fornecedor) || displayName(entry.cliente),
  ]
    .filter(Boolean)
    .join(' · ')

/** Why nothing can be read for an entry now; '' where it can. */
export const whyNotReceive = (row: Row | null, right: WriteRight): string =>
  whyNotRead({
    row,
    right,
    forbidden: 'Seu perfil não recebe mercadorias.',
    refusal: (entry) => whyNotVerb(entradaLife, entry, 'finalizaRecebimento'),
  })

/** Ends the receiving of an entry, or shows what differs; first of all, everything that was read is counted. */
export async function finish(id: number, onDifferences: () => void): Promise<void> {
  if (!allSent(readings)) return
  try {
    if (!(await endReceiving(id))) onDifferences()
  } catch (error) {
    toast.error(error, 'Não foi possível terminar o recebimento')
  }
}

async function reopen(id: number): Promise<void> {
  try {
    await post(`entrada/${id}/reabreRecebimento`)
    announce('entrada')
    toast.success('Recebimento reaberto.')
  } catch (error) {
    toast.error(error, 'Não foi possível reabrir o recebimento')
  }
}

/** The goods of an entry, read by scanner alone: the box has the focus, Ctrl+Z takes the last reading off, Ctrl+Enter ends. */
export function Receiving(modal: ModalProps): ReactElement {
  useSignals()
  const id = Number(modal.id)
  const entry = useLoaded(`entrada/${id}`, 'entrada')
  const row = isRow(entry) ? entry : null
  const shelves = useShelves(id)
  const receiving = useReceiving(id, shelves)
  const [differing, setDiffering] = useState(false)
  const chip = row === null ? null : chipOf(entradaLife, row)
  const reason = whyNotReceive(row, modal.right)
  const received = isSet(row?.dhRecebimento) && !isSet(row?.dhFinalizacao) && !isSet(row?.dhCancelamento)
  const undo = (): void => {
    if (reason === '') receiving.undo()
  }
  const end = (): void => {
    if (reason === '') void finish(id, () => setDiffering(true))
  }
  const items = receiving.told?.itens ?? []
  return (
    <Dialog
      title={row === null ? 'Recebimento' : receivingTitle(row)}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      tools={
        <>
          {chip === null ? null : <Chip {...chip} />}
          <SoundButton />
        </>
      }
      footer={
        <>
          <Button hotkey="undo" reason={reason} onClick={undo}>
            Desfazer a última
          </Button>
          <span className="spacer" />
          <Button onClick={() => open(`${listPath('entrada')}/edit/${id}`)}>Abrir a entrada</Button>
          {received ? <Button onClick={() => void reopen(id)}>Reabrir o recebimento</Button> : null}
          <Button kind="primary" hotkey="confirm" reason={reason} onClick={end}>
            Terminar o recebimento
          </Button>
        </>
      }
    >
      <Keys onUndo={undo} onEnd={end} />
      <div className="dialog-body receiving">
        <div className="receiving-top">
          <ScanBox
            label="Leitura"
            disabled={reason !== '' || receiving.question !== null || differing}
            onScan={receiving.scan}
            onFault={receiving.fault}
            times={receiving.times}
            onTimes={receiving.onTimes}
          />
          <LastReading outcome={receiving.outcome} reason={reason} />
          <ShelfSelect {...shelves} reason={reason} />
        </div>
        <UnsentReadings ask={receiving.ask} />
        <Lines items={items} reason={reason} onOpen={(item) => open(`${modal.path ?? ''}/item/${item.id}`)} />
        <LastReadings readings={receiving.told?.leituras ?? []} undo={receiving.undo} most={LAST} reason={reason} />
      </div>
      {differing ? <Differences id={id} items={items} onClose={() => setDiffering(false)} /> : null}
      <Questions question={receiving.question} say={receiving.say} items={items} />
    </Dialog>
  )
}

function Keys({ onUndo, onEnd }: { readonly onUndo: () => void; readonly onEnd: () => void }): null {
  useKeys(
    { undo: onUndo, confirm: onEnd, dispatch: onEnd },
    { labels: { undo: 'Desfazer a última leitura', confirm: 'Terminar o recebimento' } },
  )
  return null
}
