import { useEffect, useId, useState, type ReactElement } from 'react'
import { list } from '../../app/api'
import { toast } from '../../app/toasts'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Batch, Kind } from './batch'

interface OptionsProps {
  readonly batch: Batch
  readonly kind: Kind
  readonly disabled: boolean
  readonly onChange: (body: Values) => void
}

const TABLES_SHOWN = 200

function usePriceTables(wanted: boolean): readonly Row[] {
  const [tables, setTables] = useState<readonly Row[]>([])
  useEffect(() => {
    if (!wanted) return undefined
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const query = { perPage: TABLES_SHOWN, orderBy: 'descricao', sortedBy: 'asc', where: { ativo: true } } as const
        setTables((await list('comercial/tabela_preco', query, stop.signal)).data)
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [wanted])
  return tables
}

/** What holds for all rows: what becomes of records that are known, what may be created, where the names stand. */
export function Options({ batch, kind, disabled, onChange }: OptionsProps): ReactElement {
  const id = useId()
  const tables = usePriceTables(kind.tipo === 'precos')
  return (
    <div className="import-options">
      <label htmlFor={`${id}e`}>Já cadastrados</label>
      <select
        id={`${id}e`}
        className="input"
        disabled={disabled}
        value={batch.existentes}
        onChange={(event) => onChange({ existentes: event.target.value })}
      >
        <option value="atualiza">Atualizar com o arquivo</option>
        <option value="pula">Deixar como estão</option>
      </select>
      {kind.tipo === 'precos' ? (
        <>
          <label htmlFor={`${id}t`}>Tabela das linhas sem tabela</label>
          <select
            id={`${id}t`}
            className="input"
            disabled={disabled}
            value={batch.tabela ?? ''}
            onChange={(event) =>
              onChange({ tabela_preco_id: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">(nenhuma)</option>
            {tables.map((row) => (
              <option key={row.id} value={row.id}>
                {textOf(row.descricao)}
              </option>
            ))}
          </select>
        </>
      ) : null}
      <label htmlFor={`${id}c`}>Nomes das colunas na linha</label>
      <HeaderLine id={`${id}c`} batch={batch} disabled={disabled} onChange={onChange} />
      {kind.cria ? (
        <label className="import-check">
          <input
            type="checkbox"
            disabled={disabled}
            checked={batch.cria}
            onChange={(event) => onChange({ cria_referencias: event.target.checked })}
          />
          {kind.tipo === 'produtos'
            ? 'Cadastrar unidades, grupos e marcas que faltam'
            : 'Cadastrar categorias que faltam'}
        </label>
      ) : null}
    </div>
  )
}

interface HeaderLineProps extends Omit<OptionsProps, 'kind'> {
  readonly id: string
}

/** Where the names stand, counted among the rows that hold anything; 0 when the file has none. */
function HeaderLine({ id, batch, disabled, onChange }: HeaderLineProps): ReactElement {
  const [text, setText] = useState<string | null>(null)
  const keep = (): void => {
    if (text !== null && /^\d{1,6}$/.test(text) && Number(text) !== batch.cabecalho)
      onChange({ cabecalho: Number(text) })
    setText(null)
  }
  return (
    <input
      id={id}
      className="input import-number"
      inputMode="numeric"
      disabled={disabled}
      value={text ?? String(batch.cabecalho)}
      title="0 quando o arquivo não tem nomes"
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}
