import { useRef, useState, type PointerEvent, type ReactElement, type RefObject } from 'react'
import { SIGNER_NAME } from '../../../core/fields/servico/ordem-servico'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { RESOURCE } from './kind'
import { drawingOf } from './picture'

const SIZE = { width: 640, height: 240 } as const
const PAPER = '#fff'
const INK = '#111'

/** Where on the canvas a finger or pen is, whatever its size on the screen. */
function pointOf(event: PointerEvent<HTMLCanvasElement>): readonly [x: number, y: number] {
  const box = event.currentTarget.getBoundingClientRect()
  return [((event.clientX - box.left) / box.width) * SIZE.width, ((event.clientY - box.top) / box.height) * SIZE.height]
}

/** An empty sheet; always white, with dark ink, as it will be printed. */
function clear(canvas: HTMLCanvasElement | null): void {
  const pen = canvas?.getContext('2d')
  if (!pen) return
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, SIZE.width, SIZE.height)
  pen.strokeStyle = INK
  pen.lineWidth = 3
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
}

interface SignatureProps {
  readonly id: string
  readonly reason: string
}

interface PadProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly disabled: boolean
  /** Something was drawn already: a first stroke begins on an empty sheet. */
  readonly drawn: boolean
  readonly onDraw: () => void
}

/** The sheet that is drawn on, by finger, pen or mouse. */
function Pad({ canvas, disabled, drawn, onDraw }: PadProps): ReactElement {
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (disabled) return
    if (!drawn) clear(canvas.current)
    event.currentTarget.setPointerCapture(event.pointerId)
    const pen = canvas.current?.getContext('2d')
    pen?.beginPath()
    pen?.moveTo(...pointOf(event))
    onDraw()
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const pen = canvas.current?.getContext('2d')
    pen?.lineTo(...pointOf(event))
    pen?.stroke()
  }
  return (
    <canvas
      ref={canvas}
      className="tech-sign"
      {...SIZE}
      role="img"
      aria-label="Assine aqui com o dedo ou a caneta"
      onPointerDown={begin}
      onPointerMove={draw}
    />
  )
}

/** Where the customer signs on the glass: their name, and what they draw, which is kept with the order. */
export function Signature({ id, reason }: SignatureProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [name, setName] = useState('')
  const [drawn, setDrawn] = useState(false)
  const [busy, setBusy] = useState(false)
  const empty = (): void => {
    clear(canvas.current)
    setDrawn(false)
  }
  const keep = async (): Promise<void> => {
    if (canvas.current === null) return
    setBusy(true)
    try {
      await post(`${RESOURCE}/${id}/assina`, { xNome: name, imagem: drawn ? drawingOf(canvas.current) : '' })
      announce(RESOURCE)
      announce('sis/anexo')
      toast.success('Assinatura guardada.')
      empty()
      setName('')
    } catch (error) {
      toast.error(error, 'Não foi possível guardar a assinatura')
    }
    setBusy(false)
  }
  return (
    <section className="tech-part" aria-label="Assinatura do cliente">
      <h3>Assinatura do cliente</h3>
      <label>
        Nome de quem assina
        <input
          className="input"
          value={name}
          maxLength={SIGNER_NAME}
          autoComplete="off"
          disabled={reason !== ''}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <Pad canvas={canvas} disabled={reason !== ''} drawn={drawn} onDraw={() => setDrawn(true)} />
      <div className="tech-keys">
        <Button onClick={empty}>Limpar</Button>
        <Button kind="primary" busy={busy} {...(reason === '' ? {} : { reason })} onClick={() => void keep()}>
          Guardar a assinatura
        </Button>
      </div>
    </section>
  )
}
