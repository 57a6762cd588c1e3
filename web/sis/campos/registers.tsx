import type { ReactElement } from 'react'
import { listPath } from '../../../core/access/screens'
import { EXTENSIBLE } from '../../../core/custom/extensible'

/** Where records with fields of their own are. */
export const Registers = (): ReactElement => (
  <div className="own-editor">
    <h1>Campos personalizados</h1>
    <p>Os campos próprios estão no formulário de cada registro. Escolha onde procurar:</p>
    <ul>
      {Object.entries(EXTENSIBLE).map(([alias, word]) => (
        <li key={alias}>
          <a href={listPath(alias)}>{word}</a>
        </li>
      ))}
    </ul>
  </div>
)
