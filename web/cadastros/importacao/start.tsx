import { useEffect, useRef, useState, type ClipboardEvent, type ReactElement, type RefObject } from 'react'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { DropArea } from '../../ui/drop-area'
import { FileDrop } from '../../ui/pieces'
import { writeCsv } from '../../../core/tabular/csv'
import { type Batch, type Kind, uploadTable } from './batch'

interface StartProps {
  readonly kinds: readonly Kind[]
  /** Kind that is chosen from the start. */
  readonly tipo: string
  readonly onRead: (batch: Batch) => void
}

/** An empty file with the names of the columns: what a person fills in. */
function downloadModel(kind: Kind): void {
  const names = kind.fields.filter(({ campo }) => campo !== 'id').map(({ rotulo }) => rotulo)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\uFEFF', writeCsv([names])], { type: 'text/csv' }))
  link.download = `modelo-${kind.tipo}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

interface PasteAreaProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly busy: boolean
}

function PasteArea({ area, busy }: PasteAreaProps): ReactElement {
  return (
    <div className="field">
      <label htmlFor="import-paste">Cole aqui as células copiadas da planilha</label>
      <textarea
        id="import-paste"
        ref={area}
        className="input"
        rows={5}
        readOnly={busy}
        value=""
        placeholder="Ctrl+V"
        aria-describedby="import-help"
        onChange={() => undefined}
      />
    </div>
  )
}

interface KindChoiceProps {
  readonly kinds: readonly Kind[]
  readonly chosen: string
  readonly onChoose: (tipo: string) => void
}

function KindChoice({ kinds, chosen, onChoose }: KindChoiceProps): ReactElement {
  return (
    <fieldset className="import-kinds">
      <legend>O que importar</legend>
      {kinds.map(({ tipo, titulo }) => (
        <label key={tipo}>
          <input type="radio" name="tipo" value={tipo} checked={tipo === chosen} onChange={() => onChoose(tipo)} />
          {titulo}
        </label>
      ))}
    </fieldset>
  )
}

/** The first step: what is imported, and from where. Cells pasted anywhere in it are read at once. */
export function Start({ kinds, tipo, onRead }: StartProps): ReactElement {
  const [chosen, setChosen] = useState(tipo)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  const kind = kinds.find((one) => one.tipo === chosen) ?? kinds[0]
  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined || kind === undefined || busy) return
    setBusy(true)
    setFault('')
    try {
      onRead(await uploadTable(kind.tipo, file))
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'Não foi possível ler o arquivo.')
      toast.error(error, 'Não foi possível importar')
      setBusy(false)
    }
  }
  const paste = (event: ClipboardEvent): void => {
    const [file] = event.clipboardData.files
    const text = event.clipboardData.getData('text/plain')
    if (file === undefined && text.trim() === '') return
    event.preventDefault()
    void send(file ?? new File([text], 'colado.txt', { type: 'text/plain' }))
  }
  return (
    <DropArea text="Solte a planilha para importar" onFiles={([file]) => void send(file)}>
      <div className="import-start" onPaste={paste}>
        <KindChoice kinds={kinds} chosen={kind?.tipo ?? ''} onChoose={setChosen} />
        <div className="import-sources">
          <PasteArea area={area} busy={busy} />
          <FileDrop
            label={busy ? 'Lendo o arquivo…' : 'Ou escolha ou solte um arquivo CSV ou XLSX'}
            accept=".csv,.txt,.tsv,.xlsx"
            onFiles={([file]) => void send(file)}
          />
        </div>
        <p id="import-help" className="field-help">
          A primeira linha traz os nomes das colunas; a ordem não importa. Até 200.000 linhas. Nada é gravado antes de
          você conferir.
        </p>
        {busy ? (
          <p role="status" className="field-help">
            Lendo e conferindo…
          </p>
        ) : null}
        {fault === '' ? null : (
          <p role="alert" className="field-error">
            {fault}
          </p>
        )}
        {kind === undefined ? null : (
          <p>
            <Button kind="quiet" icon="export" onClick={() => downloadModel(kind)}>
              Baixar modelo de {kind.titulo.toLowerCase()}
            </Button>
          </p>
        )}
      </div>
    </DropArea>
  )
}
