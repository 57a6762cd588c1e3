import { useEffect, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { openDevices } from '../devices/open'
import { IconButton, Kbd } from '../ui/button'
import { avatarHue, initials } from '../ui/avatar'
import { Icon } from '../ui/icon'
import { Menu, type MenuItem } from '../ui/menu'
import { textOf } from '../ui/row'
import { list } from './api'
import { onChanged } from './events'
import { Floating } from './floating'
import { go } from './navigation'
import { mayCreate } from './access'
import { NewVersion } from './new-version'
import { DENSITY_NAMES, THEME_NAMES } from './pref-names'
import { density, DENSITIES, layout, letterKeys, mobile, navCollapsed, theme, THEMES } from './prefs'
import { chooseCompany, lockScreen, rights, session, signOut } from './session'
import { confirm } from '../ui/confirm'
import { toast } from './toasts'
import { giveUpDrafts } from './drafts'
import { hasWork, workPlaces } from './work'

async function leave(): Promise<void> {
  const asked = {
    title: 'Sair e descartar o que foi digitado?',
    text: 'Há alterações que ainda não foram salvas.',
    action: 'Sair',
    cancel: 'Continuar editando',
    danger: true,
  }
  if (!hasWork()) return signOut()
  if (await confirm(asked)) await giveUpDrafts(workPlaces(), signOut)
}

async function switchCompany(id: number): Promise<void> {
  try {
    await chooseCompany(id)
  } catch (error) {
    toast.error(error)
  }
}

/** The companies to choose from: multi-company mode is on when there is more than one. */
function companyItems(): readonly MenuItem[] {
  const now = session.value
  if (now.status !== 'in' || now.empresas.length < 2) return []
  return now.empresas.map((company): MenuItem => ({
    label: company.xFant || company.xNome,
    checked: company.id === now.empresa_id,
    onSelect: () => void switchCompany(company.id),
  }))
}

/** What companies are called in the frame is what they are called now. */
async function renameCompanies(): Promise<void> {
  try {
    const { data } = await list('empresa', { perPage: 500 })
    const known = new Map(data.map((row) => [row.id, row]))
    const now = session.peek()
    if (now.status !== 'in') return
    const empresas = now.empresas.map((company) => {
      const row = known.get(company.id)
      return row === undefined ? company : { ...company, xNome: textOf(row.xNome), xFant: textOf(row.xFant) }
    })
    session.value = { ...now, empresas }
  } catch {
    // Who may not look at companies keeps the names of when they signed in.
  }
}

function CompanyMenu(): ReactElement | null {
  useSignals()
  useEffect(() => onChanged('empresa', () => void renameCompanies()), [])
  const now = session.value
  if (now.status !== 'in' || now.empresas.length === 0) return null
  const current = now.empresas.find(({ id }) => id === now.empresa_id) ?? now.empresas[0]
  const name = current === undefined ? '' : current.xFant || current.xNome
  if (now.empresas.length === 1) return <span className="company">{name}</span>
  return <Menu label={name} icon="factory" name="Empresas" align="end" className="company" items={companyItems()} />
}

function UserMenu({ onHelp }: { readonly onHelp: () => void }): ReactElement | null {
  useSignals()
  const now = session.value
  if (now.status !== 'in') return null
  const themes = THEMES.map((name): MenuItem => ({
    label: THEME_NAMES[name],
    checked: theme.value === name,
    onSelect: () => {
      theme.value = name
    },
  }))
  const densities = DENSITIES.map((name): MenuItem => ({
    label: DENSITY_NAMES[name],
    checked: density.value === name,
    onSelect: () => {
      density.value = name
    },
  }))
  const letters: MenuItem = {
    label: 'Atalhos de uma letra',
    checked: letterKeys.value,
    onSelect: () => {
      letterKeys.value = !letterKeys.value
    },
  }
  const beside: MenuItem = {
    label: 'Registro ao lado da lista',
    checked: layout.value === 'lateral',
    onSelect: () => {
      layout.value = layout.value === 'lateral' ? 'padrao' : 'lateral'
    },
  }
  const items: readonly MenuItem[] = [
    ...(mobile.value ? companyItems() : []),
    ...themes,
    ...densities,
    ...(mobile.value ? [] : [beside]),
    letters,
    { label: 'Balanças e impressoras', icon: 'print', onSelect: openDevices },
    { label: 'Teclas', hotkey: 'help', icon: 'columns', onSelect: onHelp },
    { label: 'Meu perfil e senha', icon: 'user', onSelect: () => go('/ui/configuracao/seguranca') },
    { label: 'Bloquear', icon: 'lock', hotkey: 'lock', onSelect: () => void lockScreen() },
    { label: 'Sair', icon: 'back', onSelect: () => void leave() },
  ]
  const avatar = (
    <>
      <i className="avatar" style={{ '--hue': avatarHue(now.user.name) }} aria-hidden="true">
        {initials(now.user.name)}
      </i>
      <span className="user-name">{now.user.name}</span>
    </>
  )
  return (
    <Menu
      label={avatar}
      title={`Usuário: ${now.user.name}`}
      name="Usuário"
      align="end"
      className="user"
      items={items}
    />
  )
}

/** A sale from anywhere. */
function QuickSale(): ReactElement | null {
  useSignals()
  if (!mayCreate(rights.value, 'venda')) return null
  return (
    <IconButton
      icon="cart"
      label="Venda rápida"
      hotkey="quick_sale"
      onClick={() => go('/ui/comercial/venda/edit/new')}
    />
  )
}

interface TopBarProps {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

export function TopBar({ onPalette, onHelp }: TopBarProps): ReactElement {
  useSignals()
  const toggle = (): void => {
    navCollapsed.value = !navCollapsed.value
  }
  return (
    <header className="topbar">
      <span className="nav-toggle">
        <IconButton icon="menu" label="Recolher o menu" hotkey="nav" onClick={toggle} />
      </span>
      <a
        className="brand"
        href="/ui/dashboard"
        onClick={(event) => {
          event.preventDefault()
          go('/ui/dashboard')
        }}
      >
        <svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 0l4 9-4 7-4-7z" />
        </svg>
        Prumo
      </a>
      <button type="button" className="palette-open" onClick={onPalette}>
        <Icon name="search" size={14} />
        <span>Buscar telas e registros</span>
        <Kbd>Ctrl+K</Kbd>
      </button>
      <span className="spacer" />
      <NewVersion />
      <Floating part="Bar" />
      <QuickSale />
      <CompanyMenu />
      <UserMenu onHelp={onHelp} />
    </header>
  )
}
