import { useContext, useEffect, useEffectEvent, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { Button, IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { DropArea, FileButton } from '../../ui/drop-area'
import { TabContext, useForm } from '../../ui/form/context'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import type { Row } from '../../ui/row'
import { CameraDialog } from './camera'
import style from './images.css' with { type: 'text' }
import { makePrincipal, pictureAddress, pictureName, removePicture, sendPictures, usePictures } from './pictures'

addStyle(style)

const ACCEPT = 'image/png,image/jpeg,image/webp'

/** The pictures of a product: chosen, dropped, pasted or taken, at once and not with the form. */
export function ImagesTab({ modal }: { readonly modal: ModalProps }): ReactElement | null {
  useSignals()
  const form = useForm()
  const shown = form.tab.value === useContext(TabContext)
  const id = form.record.value?.id
  if (id === undefined) return null
  return <Pictures id={id} modal={modal} writable={!form.readOnly.value} shown={shown} />
}

interface PicturesProps {
  readonly id: number | string
  readonly modal: ModalProps
  readonly writable: boolean
  readonly shown: boolean
}

function Pictures({ id, modal, writable, shown }: PicturesProps): ReactElement {
  const rows = usePictures(id)
  const [taking, setTaking] = useState(false)
  const take = (files: readonly File[]): void => {
    if (writable) void sendPictures(id, files)
  }
  usePasted(shown && writable, take)
  return (
    <DropArea text="Solte as imagens" onFiles={take}>
      <section className="stack" aria-label="Imagens">
        {writable ? (
          <div className="toolbar">
            <FileButton label="Escolher imagens" accept={ACCEPT} onFiles={take} />
            <Button onClick={() => setTaking(true)}>Usar a câmera</Button>
            <span className="field-help">
              Ou solte aqui, ou cole com Ctrl+V. PNG, JPEG ou WebP de até 5 MB; a primeira é a principal.
            </span>
          </div>
        ) : null}
        {rows?.length === 0 ? <EmptyState text="Nenhuma imagem" /> : null}
        <ul className="pictures">
          {(rows ?? []).map((row) => (
            <Picture
              key={row.id}
              row={row}
              writable={writable}
              onOpen={() => modal.path !== undefined && open(`${modal.path}/mercadoria_imagem?imagem=${row.id}`)}
            />
          ))}
        </ul>
      </section>
      {taking ? <CameraDialog onTaken={(file) => take([file])} onClose={() => setTaking(false)} /> : null}
    </DropArea>
  )
}

/** Pictures that are pasted while they are looked at; a text goes where the cursor stands. */
function usePasted(listens: boolean, take: (files: readonly File[]) => void): void {
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    take(files)
  })
  useEffect(() => {
    if (!listens) return undefined
    const heard = (event: ClipboardEvent): void => pasted(event)
    document.addEventListener('paste', heard)
    return () => document.removeEventListener('paste', heard)
  }, [listens])
}

interface PictureProps {
  readonly row: Row
  readonly writable: boolean
  readonly onOpen: () => void
}

function Picture({ row, writable, onOpen }: PictureProps): ReactElement {
  const name = pictureName(row)
  return (
    <li className="picture">
      <button type="button" className="picture-open" aria-label={`Ver ${name}`} title={name} onClick={onOpen}>
        <img src={pictureAddress(row, 'miniatura')} alt="" loading="lazy" />
      </button>
      <span className="picture-foot">
        {row.principal === true ? <Chip word="Principal" hue="verde" mark="check" /> : null}
        {writable && row.principal !== true ? (
          <IconButton icon="star" label={`Tornar ${name} a principal`} onClick={() => void makePrincipal(row)} />
        ) : null}
        {writable ? (
          <IconButton icon="trash" label={`Excluir ${name}`} onClick={() => void removePicture(row)} />
        ) : null}
      </span>
    </li>
  )
}
