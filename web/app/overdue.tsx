import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { counted } from '../ui/format'
import { post } from './api'
import { forgetOverdue, session, type Overdue } from './session'
import { toast } from './toasts'

const two = (value: number): string => String(value).padStart(2, '0')
const clockText = (seconds: number): string => `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`

/** Counts down to 0, one each second, and stays there. */
function useCountdown(from: number): number {
  const [start] = useState(() => Date.now())
  const [left, setLeft] = useState(from)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, from - Math.floor((Date.now() - start) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [from, start])
  return left
}

async function tellServer(): Promise<void> {
  forgetOverdue()
  try {
    await post('updateAvisoBloqueio')
  } catch (error) {
    toast.error(error)
  }
}

const days = (count: number): string => counted(count, 'dia', 'dias')
const instalments = (count: number): string => (count === 1 ? 'uma parcela vencida' : `${count} parcelas vencidas`)

function Notice({ overdue }: { readonly overdue: Overdue }): ReactElement {
  const left = useCountdown(overdue.segundos)
  const { boleto_url: boleto } = overdue
  const footer = (
    <>
      <Button onClick={() => void tellServer()}>Fechar</Button>
      {boleto === null ? null : (
        <Button kind="primary" icon="money" onClick={() => void open(boleto, '_blank', 'noopener')}>
          Pagar
        </Button>
      )}
    </>
  )
  return (
    <Dialog title="Assinatura em atraso" size="sm" role="alertdialog" onClose={() => void tellServer()} footer={footer}>
      <div className="dialog-text overdue">
        <p>
          Há {instalments(overdue.qParcelasDevedor)} há {days(overdue.qDiasDevedor)}. Regularize para não ter o acesso
          interrompido.
        </p>
        <p className="overdue-clock" role="timer" aria-label="Tempo do aviso">
          {clockText(left)}
        </p>
        {boleto === null ? <p className="field-help">Fale com quem cuida da sua assinatura para pagar.</p> : null}
      </div>
    </Dialog>
  )
}

/** Warns who can pay, once for each sign-in, that the subscription is overdue. */
export function OverdueNotice(): ReactElement | null {
  useSignals()
  const now = session.value
  return now.status === 'in' && now.assinante !== null ? <Notice overdue={now.assinante} /> : null
}
