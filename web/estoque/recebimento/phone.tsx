import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatQuantity } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { isRow } from '../../ui/row'
import { LastReading } from '../../ui/scan/last-reading'
import { ScanBox } from '../../ui/scan/scan-box'
import { SoundButton } from '../../ui/scan/sound-button'
import { useLoaded } from '../../ui/use-loaded'
import { Differences } from './differences'
import { inOrderOfWork, LastReadings, NumberPad, ShelfSelect, UnsentReadings } from './parts'
import { Questions } from './questions'
import { finish, receivingTitle, whyNotReceive } from './receiving'
import style from './recebimento.css' with { type: 'text' }
import type { Item } from './told'
import { useReceiving } from './use-receiving'
import { useShelves } from './use-shelves'

addStyle(style)

const LAST = 5

/** How far it is, and what comes next. */
function Progress({ items }: { readonly items: readonly Item[] }): ReactElement {
  const done = items.filter((one) => one.qRecebida === one.qNota).length
  const [next] = inOrderOfWork(items)
  const left = next === undefined ? 0 : next.qNota - next.qRecebida
  return (
    <p className="phone-progress">
      <strong>
        {done} de {items.length}
      </strong>{' '}
      completos
      {next === undefined || left <= 0 ? null : ` · falta ${formatQuantity(left, 4)} de ${next.xProd}`}
    </p>
  )
}

/** The goods of an entry, read with a phone: the shelf, then the goods; digits under the thumb; what is read stays on the phone until it is counted. */
export function PhoneReceiving(modal: ModalProps): ReactElement {
  useSignals()
  const id = Number(modal.id)
  const entry = useLoaded(`entrada/${id}`, 'entrada')
  const row = isRow(entry) ? entry : null
  const shelves = useShelves(id)
  const receiving = useReceiving(id, shelves)
  const [differing, setDiffering] = useState(false)
  const reason = whyNotReceive(row, modal.right)
  const items = receiving.told?.itens ?? []
  const undo = (): void => {
    if (reason === '') receiving.undo()
  }
  const end = (): void => {
    if (reason === '') void finish(id, () => setDiffering(true))
  }
  return (
    <Dialog
      title={row === null ? 'Recebimento' : receivingTitle(row)}
      size={modal.size}
      className="phone"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      tools={<SoundButton />}
      footer={
        <Button kind="primary" hotkey="confirm" reason={reason} onClick={end}>
          Terminar o recebimento
        </Button>
      }
    >
      <Keys onUndo={undo} onEnd={end} />
      <div className="dialog-body receiving">
        <div className="receiving-top">
          <LastReading outcome={receiving.outcome} reason={reason} />
          <ScanBox
            label="Leitura"
            keyless
            disabled={reason !== '' || receiving.question !== null || differing}
            onScan={receiving.scan}
            onFault={receiving.fault}
            times={receiving.times}
            onTimes={receiving.onTimes}
          />
        </div>
        <Progress items={items} />
        <UnsentReadings ask={receiving.ask} />
        <ShelfSelect {...shelves} reason={reason} />
        <NumberPad times={receiving.times} onTimes={receiving.onTimes} />
        <LastReadings readings={receiving.told?.leituras ?? []} undo={receiving.undo} most={LAST} reason={reason} />
      </div>
      {differing ? <Differences id={id} items={items} onClose={() => setDiffering(false)} /> : null}
      <Questions question={receiving.question} say={receiving.say} items={items} />
    </Dialog>
  )
}

function Keys({ onUndo, onEnd }: { readonly onUndo: () => void; readonly onEnd: () => void }): null {
  useKeys({ undo: onUndo, confirm: onEnd, dispatch: onEnd })
  return null
}
