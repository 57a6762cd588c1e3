import { useEffect, useId, useState, type ReactElement } from 'react'
import { ApiError, get, post } from '../../app/api'
import { announce } from '../../app/events'
import { errorText, toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useForm } from '../../ui/form/context'
import { reloadForm } from '../../ui/form/save'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, textOf, type Values } from '../../ui/row'

const classified = (answer: unknown): readonly Values[] =>
  isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter((one) => isRecord(one)) : []

/** What is known of the register: that it is asked, its segments, that it is not set up, or why it does not answer. */
type Register =
  | { readonly is: 'asked' }
  | { readonly is: 'there'; readonly segments: readonly Values[] }
  | { readonly is: 'missing' | 'away'; readonly why: string }

async function askRegister(): Promise<Register> {
  try {
    return { is: 'there', segments: classified(await get('cnp/getSegments')) }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === 'integration_not_configured'
    return { is: isMissing ? 'missing' : 'away', why: errorText(error) }
  }
}

interface BricksProps {
  readonly segments: readonly Values[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** Chooses what the register classifies goods as: a segment, a word, and one of what is found. */
function Bricks({ segments, chosen, onChoose }: BricksProps): ReactElement {
  const id = useId()
  const [segment, setSegment] = useState('')
  const [keyword, setKeyword] = useState('')
  const [found, setFound] = useState<readonly Values[] | null>(null)
  const search = async (): Promise<void> => {
    const query = new URLSearchParams({ segmentId: segment, keyword })
    try {
      setFound(classified(await get(`cnp/searchInSegment?${query}`)))
    } catch (error) {
      toast.error(error)
    }
  }
  const reason = segment === '' ? 'Escolha o segmento.' : keyword.trim().length < 3 ? 'Digite ao menos 3 letras.' : ''
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}s`}>Segmento</label>
        <select id={`${id}s`} className="input" value={segment} onChange={(event) => setSegment(event.target.value)}>
          <option value="">Escolha…</option>
          {segments.map((one) => (
            <option key={textOf(one.id)} value={textOf(one.id)}>
              {textOf(one.descricao)}
            </option>
          ))}
        </select>
      </div>
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (reason === '') void search()
        }}
      >
        <input
          className="input"
          aria-label="Palavra da classificação"
          placeholder="Palavra da classificação"
          maxLength={80}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <Button type="submit" icon="search" reason={reason}>
          Procurar
        </Button>
      </form>
      {found?.length === 0 ? <EmptyState text="Nada com esta palavra neste segmento" /> : null}
      <ul className="plain">
        {(found ?? []).map((one) => (
          <li key={textOf(one.id)}>
            <label>
              <input
                type="radio"
                name="gpc"
                checked={chosen === textOf(one.id)}
                onChange={() => onChoose(textOf(one.id))}
              />{' '}
              {textOf(one.descricao)} <small className="mono">{textOf(one.id)}</small>
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Gives the product a bar code: of the national register, or of the company's own prefix where that is not set up. */
export function BarcodeDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const form = useForm()
  const product = form.record.value
  const [gpc, setGpc] = useState(textOf(product?.gpc))
  const [busy, setBusy] = useState(false)
  const [register, setRegister] = useState<Register>({ is: 'asked' })
  useEffect(() => void askRegister().then(setRegister), [])
  const askAgain = (): void => {
    setRegister({ is: 'asked' })
    void askRegister().then(setRegister)
  }
  const generate = async (): Promise<void> => {
    setBusy(true)
    try {
      const answer = await post('cnp/generateBarcode', { mercadoria: product?.id, gpc: gpc === '' ? null : gpc })
      await reloadForm(form, 'mercadoria')
      announce('mercadoria')
      toast.success(`Código de barras ${textOf(getPath(answer, 'cEAN'))}.`)
      onClose()
    } catch (error) {
      toast.error(error)
      setBusy(false)
    }
  }
  const reason =
    register.is === 'away'
      ? register.why
      : register.is === 'there' && gpc === ''
        ? 'Escolha a classificação.'
        : undefined
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" busy={busy} {...(reason === undefined ? {} : { reason })} onClick={() => void generate()}>
        {register.is === 'missing' ? 'Numerar pelo prefixo da empresa' : 'Registrar no CNP'}
      </Button>
    </>
  )
  return (
    <Dialog title="Código de barras da mercadoria" size="md" onClose={onClose} footer={footer}>
      <div className="dialog-body stack">
        {register.is === 'missing' ? <p className="field-help">{register.why}</p> : null}
        {register.is === 'asked' ? <EmptyState text="Perguntando ao CNP…" /> : null}
        {register.is === 'away' ? (
          <div className="stack">
            <p className="field-error" role="alert">
              {register.why}
            </p>
            <div className="toolbar">
              <Button onClick={askAgain}>Perguntar de novo</Button>
            </div>
          </div>
        ) : null}
        {register.is === 'there' ? <Bricks segments={register.segments} chosen={gpc} onChoose={setGpc} /> : null}
        {gpc === '' ? null : (
          <p className="field-help">
            Classificação escolhida: <b>{gpc}</b>
          </p>
        )}
      </div>
    </Dialog>
  )
}
