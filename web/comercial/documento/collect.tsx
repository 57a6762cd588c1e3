import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { post } from '../../app/api'
import { copyText } from '../../app/plain-http'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useForm } from '../../ui/form/context'
import { formatMoney } from '../../ui/format'
import { linesOf } from '../../ui/lines/lines-state'
import { isRecord, isSet, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const FAILED = 'Não foi possível gerar o link de pagamento'

/** How one instalment can be paid. */
interface Ways {
  readonly n: string
  readonly valor: string
  readonly nome: string
  readonly pix: { readonly code: string; readonly size: number; readonly path: string } | null
  /** The number of its link at the company's payment service. */
  readonly link: string | null
}

function waysOf(n: string, answer: unknown): Ways | null {
  if (!isRecord(answer)) return null
  const { pix, qr, link, valor, nome } = answer
  return {
    n,
    valor: textOf(valor),
    nome: textOf(nome),
    pix: isRecord(qr) ? { code: textOf(pix), size: Number(qr.size), path: textOf(qr.path) } : null,
    link: isRecord(link) ? textOf(link.id) : null,
  }
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await copyText(text)
    toast.success(done)
  } catch {
    toast.alert('Selecione o texto e copie-o com Ctrl+C.')
  }
}

/** A code of Pix, drawn and to be copied. */
function PixCode({ n, pix }: { readonly n: string; readonly pix: NonNullable<Ways['pix']> }): ReactElement {
  const { code, size, path } = pix
  return (
    <>
      <svg
        className="qr"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR code Pix da parcela ${n}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <textarea
        className="input"
        aria-label="Pix copia e cola"
        rows={5}
        style={{ inlineSize: '100%', blockSize: 'auto' }}
        readOnly
        value={code}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy(code, 'Código Pix copiado.')}>Copiar o código Pix</Button>
    </>
  )
}

/** What is said of a link that is not there yet, or will not be. */
function waitingText(link: Row): string {
  if (isSet(link.erro)) return `${FAILED}: ${textOf(link.erro)}`
  if (isSet(link.tentativa))
    return `${textOf(link.tentativa)} O link será pedido de novo; nada se perde se você sair daqui.`
  return 'Gerando o link de pagamento…'
}

/** The page at which cards, Pix and boleto pay: it comes when the service has answered. */
function PaymentLink({ id }: { readonly id: string }): ReactElement | null {
  useSignals()
  const link = useLoaded(`link_pagamento/${id}`, 'link_pagamento')
  if (!isRecord(link)) return null
  const url = textOf(link.url)
  if (url === '') return <p role="status">{waitingText({ ...link, id })}</p>
  return (
    <>
      <label className="field-label" htmlFor="link-pagamento">
        Link de pagamento (cartão, Pix ou boleto)
      </label>
      <input id="link-pagamento" className="input" readOnly value={url} onFocus={(event) => event.target.select()} />
      <Button onClick={() => void copy(url, 'Link de pagamento copiado.')}>Copiar o link</Button>
    </>
  )
}

function WaysDialog({ ways, onClose }: { readonly ways: Ways; readonly onClose: () => void }): ReactElement {
  const { n, valor, nome, pix, link } = ways
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
  return (
    <Dialog title={`Cobrança da parcela ${n}`} size="sm" onClose={onClose} footer={footer}>
      <div className="dialog-body">
        <p>
          {formatMoney(valor)} para {nome}
        </p>
        {link === null ? null : <PaymentLink id={link} />}
        {pix === null ? null : <PixCode n={n} pix={pix} />}
      </div>
    </Dialog>
  )
}

/** How the saved instalments of a sale are paid: codes of Pix, and links of the company's payment service. */
export function CollectInstalments(): ReactElement | null {
  useSignals()
  const form = useForm()
  const [ways, setWays] = useState<Ways | null>(null)
  const saved = linesOf(form.values.value.venda_duplicatas).filter((line) => typeof line.id === 'number')
  if (saved.length === 0 || form.dirty.value) return null
  const ask = async (id: string, n: string): Promise<void> => {
    try {
      setWays(waysOf(n, await post(`venda_duplicata/${id}/gerarLinkPagamento`)))
    } catch (error) {
      toast.error(error, FAILED)
    }
  }
  return (
    <div className="panel-row" role="group" aria-label="Cobrança das parcelas">
      {saved.map((line) => (
        <Button key={line.key} onClick={() => void ask(textOf(line.id), textOf(line.n))}>
          Cobrar a parcela {textOf(line.n)}
        </Button>
      ))}
      {ways === null ? null : <WaysDialog ways={ways} onClose={() => setWays(null)} />}
    </div>
  )
}
