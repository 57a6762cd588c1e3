import { useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { unitizadorLife } from '../../../core/lifecycle/unitizador'
import { writeRefusal } from '../../../core/lifecycle/standing'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted, formatQuantity } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { isRow, numberOf, textOf, type Values } from '../../ui/row'
import type { Call } from '../../ui/scan/device-queue'
import { LastReading, type Outcome } from '../../ui/scan/last-reading'
import { ScanBox } from '../../ui/scan/scan-box'
import { SoundButton } from '../../ui/scan/sound-button'
import { Unsent } from '../../ui/scan/unsent'
import { useReadings } from '../../ui/scan/use-readings'
import { whyNotRead } from '../../ui/scan/why-not'
import { useLoaded } from '../../ui/use-loaded'
import { puts } from './queue'
import style from './unitizador.css' with { type: 'text' }

addStyle(style)

type Way = 'addEtiqueta' | 'removeEtiqueta'

const SAID: Readonly<Record<Way, string>> = { addEtiqueta: 'Posto', removeEtiqueta: 'Tirado' }
const isOff = ({ path }: Pick<Call, 'path'>): boolean => path.endsWith('/removeEtiqueta')

function countedAs(call: Call, answer: Values): Outcome {
  return {
    sound: 'ok',
    word: SAID[isOff(call) ? 'removeEtiqueta' : 'addEtiqueta'],
    title: textOf(answer.xProd),
    quantity: `${formatQuantity(answer.qMultipla, 4)} ${textOf(answer.unidade)}`.trim(),
    text: [textOf(answer.codigo), textOf(answer.nLote) === '' ? '' : `Lote ${textOf(answer.nLote)}`]
      .filter(Boolean)
      .join(' · '),
  }
}

/** Labels are put on a unit-holder and taken off by scanner alone. Ctrl+Z does the opposite of the last. */
export function UnitReading(modal: ModalProps): ReactElement {
  useSignals()
  const id = Number(modal.params.id ?? modal.id)
  const path = `estoque/unitizador/${id}/`
  const answer = useLoaded(`estoque/unitizador/${id}`, 'unitizador entrada_mercadoria_etiqueta')
  const row = isRow(answer) ? answer : null
  const [way, setWay] = useState<Way>('addEtiqueta')
  const machine = useReadings<never>({
    calls: puts,
    isMine: (call) => call.path.startsWith(path),
    aboutOf: () => undefined,
    isUrgent: () => false,
    countedAs,
    waitsAs: ({ text }) => ({ sound: 'ok', title: text }),
    offBy: ({ body }) => ({ path: `${path}removeEtiqueta`, body }),
  })
  const reason = whyNotRead({
    row,
    right: modal.right,
    forbidden: 'Seu perfil não recebe mercadorias.',
    refusal: (open) => writeRefusal(unitizadorLife, open, { lists: ['etiquetas'] })?.[1],
  })
  const undo = (): void => {
    if (reason === '') machine.undo()
  }
  return (
    <Dialog
      title={row === null ? 'Volumes' : textOf(row.codBar)}
      size={modal.size}
      className="phone"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      tools={<SoundButton />}
      footer={
        <>
          <Button hotkey="undo" reason={reason} onClick={undo}>
            Desfazer
          </Button>
          <span className="spacer" />
          <Button kind="primary" hotkey="confirm" onClick={modal.onClose}>
            Pronto
          </Button>
        </>
      }
    >
      <Keys onUndo={undo} onEnd={modal.onClose} />
      <div className="dialog-body unit-reading">
        <LastReading outcome={machine.outcome} reason={reason} />
        <ScanBox
          label={way === 'addEtiqueta' ? 'Etiqueta a pôr' : 'Etiqueta a tirar'}
          plain
          keyless
          disabled={reason !== ''}
          onScan={(code) => machine.send({ path: path + way, body: { code }, text: code })}
          onFault={machine.fault}
          times={null}
          onTimes={() => undefined}
        />
        <Ways way={way} onWay={setWay}>
          <strong>{counted(numberOf(row?.qEtiquetas) ?? 0, 'volume', 'volumes')}</strong>
        </Ways>
        <Unsent queue={puts.queue} verbOf={() => 'Tentar de novo'} onAsk={machine.ask} />
      </div>
    </Dialog>
  )
}

interface WaysProps {
  readonly way: Way
  readonly onWay: (way: Way) => void
  readonly children: ReactNode
}

function Ways({ way, onWay, children }: WaysProps): ReactElement {
  return (
    <div className="lines-tools">
      <span className="segmented unit-ways" role="group" aria-label="O que fazer com as etiquetas lidas">
        <button type="button" aria-pressed={way === 'addEtiqueta'} onClick={() => onWay('addEtiqueta')}>
          Pôr
        </button>
        <button type="button" aria-pressed={way === 'removeEtiqueta'} onClick={() => onWay('removeEtiqueta')}>
          Tirar
        </button>
      </span>
      <span className="spacer" />
      {children}
    </div>
  )
}

function Keys({ onUndo, onEnd }: { readonly onUndo: () => void; readonly onEnd: () => void }): null {
  useKeys({ undo: onUndo, confirm: onEnd }, { labels: { undo: 'Desfazer a última leitura', confirm: 'Pronto' } })
  return null
}
