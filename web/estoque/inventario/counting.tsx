import { useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaInventarioLife } from '../../../core/lifecycle/mercadoria-inventario'
import { writeRefusal } from '../../../core/lifecycle/standing'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatQuantity } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { isRow, textOf, type Row } from '../../ui/row'
import { LastReading } from '../../ui/scan/last-reading'
import { allSent } from '../../ui/scan/kept-calls'
import { ScanBox } from '../../ui/scan/scan-box'
import { SoundButton } from '../../ui/scan/sound-button'
import { Unsent } from '../../ui/scan/unsent'
import { whyNotRead } from '../../ui/scan/why-not'
import { useLoaded } from '../../ui/use-loaded'
import { ByHandDialog, CloseDialog, closePlace, CorrectDialog, Questions } from './dialogs'
import style from './counting.css' with { type: 'text' }
import { Places } from './places'
import { counts } from './queue'
import type { ReadPlace } from '../read-place'
import type { Counted } from './told'
import { aboutOf, type Counting as Count, useCounting } from './use-count'

addStyle(style)

const titleOf = (row: Row | null): string =>
  row === null ? 'Contagem' : [`Contagem ${row.id}`, textOf(row.descricao)].filter(Boolean).join(' · ')

/** Counts by scanner alone: a place, then its goods. Ctrl+Z takes the last reading off, Ctrl+Enter closes the place. */
export function Counting(modal: ModalProps): ReactElement {
  useSignals()
  const id = Number(modal.id)
  const head = useLoaded(`estoque/mercadoria_inventario/${id}`, 'mercadoria_inventario')
  const row = isRow(head) ? head : null
  const count = useCounting(id)
  const [asks, setAsks] = useState<'close' | 'hand' | Counted | null>(null)
  const reason = whyNotRead({
    row,
    right: modal.right,
    forbidden: 'Seu perfil não conta estoque.',
    refusal: (open) => writeRefusal(mercadoriaInventarioLife, open, { lists: ['itens'] })?.[1],
  })
  const { place } = count
  const close = (): void => {
    if (reason === '' && place !== null && allSent(counts)) setAsks('close')
  }
  const undo = (): void => {
    if (reason === '') count.undo()
  }
  const done = (): void => setAsks(null)
  return (
    <Dialog
      title={titleOf(row)}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      tools={<SoundButton />}
      footer={<Foot id={id} place={place} reason={reason} count={count} onAsk={close} />}
    >
      <Keys onUndo={undo} onEnd={close} />
      <div className="dialog-body counting">
        <div className="counting-top">
          {place === null ? null : <Here place={place} leave={() => count.enter(null)} />}
          <ScanBox
            label={place === null ? 'Código do local' : 'Leitura'}
            plain={place === null}
            disabled={reason !== '' || asks !== null || count.question !== null}
            onScan={count.scan}
            onFault={count.fault}
            times={count.times}
            onTimes={count.onTimes}
          />
          <LastReading outcome={count.outcome} reason={reason} />
        </div>
        <Unsent
          queue={counts.queue}
          verbOf={(call) => VERBS[aboutOf(call) ?? 'again']}
          onAsk={(call) => count.ask(call)}
        />
        {place === null ? (
          <Places places={count.places} enter={count.enter} />
        ) : (
          <Mine counted={count.counted} onOpen={setAsks} onHand={() => setAsks('hand')} reason={reason} />
        )}
      </div>
      {asks === 'close' && place !== null ? (
        <CloseDialog id={id} place={place} onClose={done} onDone={() => count.enter(null)} />
      ) : null}
      {asks === 'hand' ? <ByHandDialog correct={count.correct} onClose={done} /> : null}
      {asks !== null && typeof asks === 'object' ? (
        <CorrectDialog counted={asks} correct={count.correct} onClose={done} />
      ) : null}
      <Questions question={count.question} say={count.say} />
    </Dialog>
  )
}

const VERBS = { lot: 'Informar o lote', unknown: 'Escolher a mercadoria', again: 'Tentar de novo' } as const

function Keys({ onUndo, onEnd }: { readonly onUndo: () => void; readonly onEnd: () => void }): null {
  useKeys(
    { undo: onUndo, confirm: onEnd },
    { labels: { undo: 'Desfazer a última leitura', confirm: 'Fechar o local' } },
  )
  return null
}

function Here({ place, leave }: { readonly place: ReadPlace; readonly leave: () => void }): ReactElement {
  return (
    <p className="counting-here">
      <span>
        <strong>{place.codigo}</strong> {place.name}
      </span>
      <Button onClick={leave}>Trocar de local</Button>
    </p>
  )
}

interface FootProps {
  readonly id: number
  readonly place: ReadPlace | null
  readonly reason: string
  readonly count: Count
  readonly onAsk: () => void
}

function Foot({ id, place, reason, count, onAsk }: FootProps): ReactElement {
  const key = useRef(crypto.randomUUID())
  const empty = async (): Promise<void> => {
    if (place === null || !allSent(counts) || !(await closePlace(id, place, key.current, '0'))) return
    key.current = crypto.randomUUID()
    count.enter(null)
  }
  return (
    <>
      <Button hotkey="undo" reason={reason} onClick={() => count.undo()}>
        Desfazer
      </Button>
      <span className="spacer" />
      {place === null ? null : (
        <>
          <Button reason={reason} onClick={() => void empty()}>
            Vazio
          </Button>
          <Button kind="primary" hotkey="confirm" reason={reason} onClick={onAsk}>
            Fechar local
          </Button>
        </>
      )}
    </>
  )
}

interface MineProps {
  readonly counted: readonly Counted[]
  readonly reason: string
  readonly onOpen: (one: Counted) => void
  readonly onHand: () => void
}

/** What this person has counted in the place, each to be corrected by a tap. */
function Mine({ counted, reason, onOpen, onHand }: MineProps): ReactElement {
  return (
    <section aria-label="Contado por você" className="count-places">
      <h3>Contado por você</h3>
      <ul>
        {counted.map((one) => (
          <li key={one.item_id}>
            <button type="button" className="count-row" disabled={reason !== ''} onClick={() => onOpen(one)}>
              <span>{one.xProd}</span>
              <strong>
                {formatQuantity(one.contada, 4)} {one.un}
              </strong>
            </button>
          </li>
        ))}
      </ul>
      <Button icon="add" reason={reason} onClick={onHand}>
        Contar sem código
      </Button>
    </section>
  )
}
