import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useForm } from '../../ui/form/context'
import { formatMoney } from '../../ui/format'
import { linesOf } from '../../ui/lines/lines-state'
import { isRecord, textOf } from '../../ui/row'

interface Code {
  readonly n: string
  readonly pix: string
  readonly valor: string
  readonly nome: string
  readonly qr: { readonly size: number; readonly path: string }
}

/** The code of one instalment, to be copied. */
function CodeDialog({ code, onClose }: { readonly code: Code; readonly onClose: () => void }): ReactElement {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code.pix)
      toast.success('Código Pix copiado.')
    } catch {
      toast.alert('Selecione o código e copie-o com Ctrl+C.')
    }
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" onClick={() => void copy()}>
        Copiar
      </Button>
    </>
  )
  return (
    <Dialog title={`Pix da parcela ${code.n}`} size="sm" onClose={onClose} footer={footer}>
      <div className="dialog-body">
        <p>
          {formatMoney(code.valor)} para {code.nome}
        </p>
        <svg
          className="qr"
          viewBox={`0 0 ${code.qr.size} ${code.qr.size}`}
          role="img"
          aria-label={`QR code Pix da parcela ${code.n}`}
          shapeRendering="crispEdges"
        >
          <path fill="#fff" d={`M0 0h${code.qr.size}v${code.qr.size}H0z`} />
          <path fill="#000" d={code.qr.path} />
        </svg>
        <textarea
          className="input"
          aria-label="Pix copia e cola"
          rows={5}
          style={{ inlineSize: '100%', blockSize: 'auto' }}
          readOnly
          value={code.pix}
          onFocus={(event) => event.target.select()}
        />
      </div>
    </Dialog>
  )
}

/** Pix codes of the saved instalments of a sale. */
export function PixCodes(): ReactElement | null {
  useSignals()
  const form = useForm()
  const [code, setCode] = useState<Code | null>(null)
  const saved = linesOf(form.values.value.venda_duplicatas).filter((line) => typeof line.id === 'number')
  if (saved.length === 0 || form.dirty.value) return null
  const ask = async (id: string, n: string): Promise<void> => {
    try {
      const answer = await post(`venda_duplicata/${id}/gerarLinkPagamento`)
      if (isRecord(answer) && isRecord(answer.qr))
        setCode({
          n,
          pix: textOf(answer.pix),
          valor: textOf(answer.valor),
          nome: textOf(answer.nome),
          qr: { size: Number(answer.qr.size), path: textOf(answer.qr.path) },
        })
    } catch (error) {
      toast.error(error, 'Não foi possível gerar o link de pagamento')
    }
  }
  return (
    <div className="panel-row" role="group" aria-label="Pix das parcelas">
      {saved.map((line) => (
        <Button key={line.key} onClick={() => void ask(textOf(line.id), textOf(line.n))}>
          Pix da parcela {textOf(line.n)}
        </Button>
      ))}
      {code === null ? null : <CodeDialog code={code} onClose={() => setCode(null)} />}
    </div>
  )
}
