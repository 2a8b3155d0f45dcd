/** Texts as a session has them, written for these tests: what people say in six languages, and what tools show. */
export const PROSE: { readonly [language: string]: string } = {
  English: `The build takes four minutes on my machine, and most of it goes into the tests of the parser. Please look at how
they are set up: I think each of them starts a server of its own, although one for the whole file would do. Do not change
what is tested. When you are done, run everything twice, and tell me how long it takes before and after. If some test
depends on the order in which the others run, say so instead of mending it; I would like to see those cases myself.`,
  German: `Wenn der Speicher knapp wird, bricht das Programm ohne Meldung ab. Das passiert vor allem dann, wenn mehrere große Dateien
gleichzeitig eingelesen werden. Bitte sieh dir zuerst die Warteschlange an: Vermutlich werden dort Einträge behalten, obwohl sie längst
abgearbeitet sind. Die Schnittstelle darf sich nicht ändern, denn andere Abteilungen benutzen sie ebenfalls. Schreib zum Schluss einen
kurzen Bericht, in dem steht, welche Ursachen du ausgeschlossen hast und warum die gewählte Lösung ausreicht.`,
  Chinese: `这个项目的测试运行得太慢了。请先查看解析器的测试是怎么准备数据的，我怀疑每个测试都会重新读取同一个大文件。如果是这样，请改成只读一次，并且保证测试之间互不影响。不要修改被测试的代码，也不要删除任何测试。修改完成以后，把全部测试运行两遍，告诉我修改前后各需要多长时间。如果某个测试依赖于执行顺序，请不要直接修复，而是列出来让我自己看看。另外，文档里关于配置文件的说明已经过时，请根据现在的实现重新写一段，语言要简单，让新同事也能看懂。`,
  Japanese: `このプロジェクトのテストは実行に時間がかかりすぎています。まず、パーサーのテストがどのようにデータを準備しているかを確認してください。おそらく、すべてのテストが同じ大きなファイルを毎回読み込んでいると思います。もしそうであれば、一度だけ読み込むように変更してください。ただし、テスト対象のコードは変更しないでください。終わったら、全体を二回実行して、変更の前と後でどのくらい時間が違うかを教えてください。順番に依存しているテストが見つかった場合は、直さずに一覧にしてください。設定ファイルの説明も古くなっているので、今の動作に合わせて書き直してもらえると助かります。`,
  Korean: `이 프로젝트의 테스트는 실행하는 데 시간이 너무 오래 걸립니다. 먼저 파서 테스트가 데이터를 어떻게 준비하는지 확인해 주세요. 모든 테스트가 같은 큰 파일을 매번 다시 읽는 것 같습니다. 그렇다면 한 번만 읽도록 바꿔 주세요. 다만 테스트 대상 코드는 수정하지 마세요. 작업이 끝나면 전체를 두 번 실행하고, 변경 전과 후에 시간이 얼마나 걸리는지 알려 주세요. 실행 순서에 의존하는 테스트가 있으면 고치지 말고 목록으로 정리해 주세요.`,
  Russian: `Тесты в этом проекте выполняются слишком долго. Сначала посмотри, как подготавливаются данные для тестов разбора: мне кажется,
что каждый из них заново читает один и тот же большой файл. Если это так, сделай, чтобы файл читался только один раз, но не меняй сам
проверяемый код. Когда закончишь, запусти всё два раза и скажи, сколько времени это занимало раньше и сколько занимает теперь. Если
какой-нибудь тест зависит от порядка выполнения, не исправляй его, а просто составь список таких случаев.`,
};

export const CODE: { readonly [language: string]: string } = {
  TypeScript: `import { readFile } from 'node:fs/promises';

export type Entry = { readonly path: string; readonly sizeBytes: number; readonly isFolder: boolean };

/** The entries that are larger than so many bytes, the largest first. */
export async function largeEntries(index: string, bytesMin: number): Promise<readonly Entry[]> {
  const text = await readFile(index, { encoding: 'utf8' });
  const entries: Entry[] = [];
  for (const line of text.split('\\n')) {
    const match = /^(\\d+)\\s+(.+?)(\\/?)$/.exec(line.trim());
    if (match === null) continue;
    const [, size = '0', path = '', slash = ''] = match;
    if (Number(size) < bytesMin) continue;
    entries.push({ path, sizeBytes: Number(size), isFolder: slash !== '' });
  }
  return entries.sort((a, b) => b.sizeBytes - a.sizeBytes || a.path.localeCompare(b.path));
}
`,
  Python: `import argparse
import sys
from collections import defaultdict
from pathlib import Path


class WordCounter:
    """Counts how often each word occurs in a set of files."""

    def __init__(self, minimum_length=3, ignore_case=True):
        self.minimum_length = minimum_length
        self.ignore_case = ignore_case
        self._counts = defaultdict(int)

    def add_file(self, path: Path) -> None:
        with path.open(encoding="utf-8", errors="replace") as stream:
            for number, line in enumerate(stream, start=1):
                for word in line.split():
                    if len(word) >= self.minimum_length:
                        self._counts[word.lower() if self.ignore_case else word] += 1

    def most_common(self, limit=10):
        ranked = sorted(self._counts.items(), key=lambda pair: (-pair[1], pair[0]))
        return ranked[:limit]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+", type=Path)
    counter = WordCounter()
    for path in parser.parse_args().paths:
        counter.add_file(path)
    for word, count in counter.most_common():
        print(f"{count:>8} {word}", file=sys.stdout)
`,
  JSON: `{
  "name": "weather-station",
  "version": "2.4.1",
  "private": true,
  "scripts": { "build": "node tools/build.mjs", "test": "node --test test/", "serve": "node dist/server.js --port 8080" },
  "stations": [
    { "id": 1017, "label": "harbour", "position": [53.5461, 9.9661], "sensors": ["wind", "rain", "pressure"], "active": true },
    { "id": 1018, "label": "airport", "position": [53.6304, 9.9882], "sensors": ["wind", "temperature"], "active": true },
    { "id": 1022, "label": "old mill", "position": [53.4719, 10.0215], "sensors": [], "active": false }
  ],
  "limits": { "requestsPerMinute": 240, "bodyBytesMax": 1048576, "timeoutMs": 15000 },
  "contact": null
}
`,
  'a log': `2026-03-14 09:21:07.482 INFO  [worker-3] Accepted connection from 10.0.12.7:51344 (tls=yes)
2026-03-14 09:21:07.519 DEBUG [worker-3] GET /api/stations/1017/latest?fields=wind,rain 200 37ms 1482 bytes
2026-03-14 09:21:08.003 WARN  [scheduler] Job import-readings is late by 2210 ms; queue length 17
2026-03-14 09:21:08.771 ERROR [worker-1] Cannot write to /var/lib/station/cache/7f3a91.tmp: ENOSPC: no space left on device
    at writeFile (/srv/station/dist/cache.js:214:11)
    at async Cache.put (/srv/station/dist/cache.js:98:5)
    at async handleReading (/srv/station/dist/server.js:1047:7)
2026-03-14 09:21:08.772 INFO  [worker-1] Retrying in 500 ms (attempt 2 of 5)
`,
  'a diff': `diff --git a/src/cache.js b/src/cache.js
index 3fa94c1..b07e2d8 100644
--- a/src/cache.js
+++ b/src/cache.js
@@ -91,12 +91,15 @@ export class Cache {
   async put(key, value) {
     const path = this.pathOf(key);
-    await writeFile(path, JSON.stringify(value));
-    this.entries.set(key, { path, usedAt: Date.now() });
+    const text = JSON.stringify(value);
+    if (text.length > this.bytesMax) return false;
+    await writeFile(path + '.tmp', text);
+    await rename(path + '.tmp', path);
+    this.entries.set(key, { path, usedAt: this.clock.now() });
     return true;
   }
`,
  'bytes as text': `-----BEGIN SAMPLE-----
aGVyZSBpcyBub3RoaW5nIHRvIHNlZSwgb25seSBieXRlcyBhcyBsZXR0ZXJzLCB3cml0dGVuIGZv
ciBhIHRlc3Qgb2YgaG93IG1hbnkgdG9rZW5zIHRoZXkgdGFrZTogOTg3NjU0MzIxMDs7PD49PSwu
LS0tIFFXRVJUWlVJT1BBU0RGR0hKS0x5eGN2Ym5tIDAxMjM0NTY3ODlhYmNkZWYgZW5kIG9mIGl0
-----END SAMPLE-----
sha256 9b74c9897bac770ffc029102a200c5de4f1d3c7be08a61b5d5f2e0c1a7746f3e
`,
};
