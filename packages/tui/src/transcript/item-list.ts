/** The items of a session, in order. */
import { GrowingList } from '../text/growing-list.ts';
import type { Item } from './items.ts';

export type ItemList = GrowingList<Item>;

export const NO_ITEMS: ItemList = GrowingList.of();
